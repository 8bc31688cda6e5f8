import type { Service } from '../service.js'
import type { World } from '../world.js'

export async function runInvite(_world: World, _inviteId: number, _service: Service): Promise<void> {}
