import { describe, expect, it } from 'vitest'
import { resolveSettings, type SettingSources } from '../../src/config/settings.js'

const PROD = { base_url: 'https://feedback.example.com', api_key: 'key of prod', api_prefix: '/prod' }

function resolve(sources: Partial<SettingSources>) {
  const profiles = { current: 'prod', byName: { prod: PROD, other: { base_url: 'https://other.example' } } }
  return resolveSettings({ flags: {}, env: {}, profiles, ...sources })
}

describe('settings', () => {
  it('come from the profile where nothing is stronger, and say so', () => {
    const settings = resolve({})
    expect(settings.baseUrl).toEqual({ value: PROD.base_url, origin: 'profile prod' })
    expect(settings.apiKey).toEqual({ value: PROD.api_key, origin: 'profile prod' })
    expect(settings.prefix).toEqual({ value: '/prod', origin: 'profile prod' })
  })

  it('fall back to this machine and the canonical prefix', () => {
    const settings = resolve({ profiles: { byName: {} } })
    expect(settings.baseUrl).toEqual({ value: 'http://127.0.0.1:4600', origin: 'default' })
    expect(settings.prefix).toEqual({ value: '/api/input', origin: 'default' })
    expect(settings.apiKey).toBeUndefined()
  })

  it.each([
    ['flag', { flags: { baseUrl: 'http://localhost:1' } }, '--base-url'],
    ['environment', {}, 'environment INPK_BASE_URL'],
    ['project file', { env: {} }, 'file /p/inpk.config.json'],
    ['profile', { env: {}, project: undefined }, 'profile prod'],
  ])('%s decides where nothing stronger speaks', (_, weaker, origin) => {
    const all = {
      env: { INPK_BASE_URL: 'http://localhost:2' },
      project: { path: '/p/inpk.config.json', base_url: 'http://localhost:3' },
    }
    expect(resolve({ ...all, ...weaker }).baseUrl.origin).toBe(origin)
  })

  it('take an empty variable for none', () => {
    expect(resolve({ env: { INPK_BASE_URL: '', INPK_API_KEY: '' } }).baseUrl.value).toBe(PROD.base_url)
  })

  it('take the profile a flag names before that of the environment and the project', () => {
    const named = { env: { INPK_PROFILE: 'prod' }, project: { path: '/p', profile: 'prod' } }
    expect(resolve({ ...named, flags: { profile: 'other' } }).profile).toEqual({
      value: 'other',
      origin: '--profile',
    })
    expect(resolve({ project: { path: '/p', profile: 'other' } }).profile?.value).toBe('other')
  })
})

describe('a project file', () => {
  const project = (base_url: string) => ({ path: '/p/inpk.config.json', base_url })

  it.each(['http://127.0.0.1:9', 'http://localhost:9', 'http://[::1]:9'])('may name this machine: %s', (url) => {
    expect(resolve({ project: project(url) }).baseUrl.value).toBe(url)
  })

  it('may name the origin of the profile whose key is used', () => {
    const url = 'https://feedback.example.com/eu'
    const settings = resolve({ project: project(url) })
    expect(settings.baseUrl.value).toBe(url)
    expect(settings.apiKey?.value).toBe(PROD.api_key)
  })

  it.each([
    'https://evil.example',
    'https://feedback.example.com.evil.example',
    'https://feedback.example.com@evil.example',
    'http://feedback.example.com',
    'https://feedback.example.com:444',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'not a url',
  ])('never sends a key astray: %s is not followed', (url) => {
    const settings = resolve({ project: project(url) })
    expect(settings.baseUrl.value).toBe(PROD.base_url)
    expect(settings.warnings.join()).toContain('is ignored')
  })

  it("never sends the environment's key to an address of its own choosing", () => {
    const settings = resolve({ env: { INPK_API_KEY: 'my key' }, project: project(PROD.base_url) })
    expect(settings.baseUrl.origin).toBe('profile prod')
  })
})

describe("a profile's key", () => {
  it('goes to no other origin than the one of its profile', () => {
    const settings = resolve({ env: { INPK_BASE_URL: 'https://elsewhere.example' } })
    expect(settings.apiKey).toBeUndefined()
    expect(settings.warnings.join()).toContain('is not sent to https://elsewhere.example')
  })

  it('goes elsewhere with --force', () => {
    const settings = resolve({ flags: { baseUrl: 'https://elsewhere.example', force: true } })
    expect(settings.apiKey?.value).toBe(PROD.api_key)
  })

  it("gives way to the environment's, and that to the one of --api-key-file", () => {
    expect(resolve({ env: { INPK_API_KEY: 'env' } }).apiKey?.value).toBe('env')
    expect(resolve({ env: { INPK_API_KEY: 'env' }, flagKey: 'file' }).apiKey?.value).toBe('file')
  })
})
