import { AreaField, FileField } from './fields.js'

const EXAMPLE = `groups:
  - name: Support
    sources:
      - title: Tickets
        fields:
          - text: What happened?
            items:
              - The parcel came three days late.
              - { text: "Great support, thank you!", external_id: t-2, rating: 5 }
`

/** A seed document, from a file or typed. */
export function SeedField({ example = true }: { example?: boolean }) {
  return (
    <>
      <FileField name="file" label="File" accept=".yaml,.yml,.json" hint="YAML or JSON, such as shop.seed.yaml." />
      <AreaField
        name="seed"
        label="Or text"
        rows={12}
        defaultValue={example ? EXAMPLE : ''}
        hint="Ignored if you choose a file."
      />
    </>
  )
}
