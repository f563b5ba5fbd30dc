import { CopyField } from '#web/ui/copy-field.tsx'
import { CheckboxField, Select, TextArea, TextField } from '#web/ui/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Example } from './example.tsx'

/** Everything that is filled in: empty, filled, hinted at, wrong and out of reach. */
export function Fields() {
  return (
    <Example
      title="Fields"
      note="The label above, a sentence below. An error has a red edge, a thick left side and words."
    >
      <Panel>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Name" defaultValue="CL 40 Capstan Lathe" />
          <TextField
            label="Price, ₹"
            placeholder="15,00,000"
            hint="Rupees, without paise."
            inputMode="decimal"
          />
          <TextField
            label="Email"
            type="email"
            defaultValue="anand@"
            error="Enter an email address, for example name@firm.in."
          />
          <TextField label="Brand" defaultValue="Kovai" disabled />
          <ExampleSelect />
          <ExampleSelect error="Choose what it is about." />
          <TextArea label="Description" defaultValue="Bar work up to 25 mm with a self-indexing turret." />
          <TextArea label="Message" error="Tell us the part, the material and the quantity." />
          <CopyField label="Link" hint="To carry elsewhere." value="https://www.example.in/welcome" />
        </div>
      </Panel>
      <Panel>
        <div className="grid gap-3">
          <CheckboxField label="Featured on the landing page" defaultChecked />
          <CheckboxField label="In stock" />
          <CheckboxField label="Archived" disabled />
        </div>
      </Panel>
    </Example>
  )
}

function ExampleSelect({ error }: { error?: string }) {
  return (
    <Select label={error ? 'About' : 'Category'} error={error} defaultValue={error ? '' : 'machine'}>
      <option value="">Please choose</option>
      <option value="machine">machine</option>
      <option value="attachment">attachment</option>
    </Select>
  )
}
