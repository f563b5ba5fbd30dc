import { CopyField } from '#web/ui/copy-field.tsx'
import { CheckboxField, Select, TextArea, TextField } from '#web/ui/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Example } from './example.tsx'

/** The form fields: empty, filled, with a hint, with an error and disabled. */
export function Fields() {
  return (
    <Example
      title="Fields"
      note="The label is above the field, the hint or error below. An error also has a red border with a thick left side."
    >
      <Panel>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Name" defaultValue="CL 40 Capstan Lathe" />
          <TextField
            label="Price, ₹"
            placeholder="15,00,000"
            hint="In rupees, without paise."
            inputMode="decimal"
          />
          <TextField
            label="Email"
            type="email"
            defaultValue="anand@"
            error="Enter an email address, for example name@company.in."
          />
          <TextField label="Brand" defaultValue="Kovai" disabled />
          <ExampleSelect />
          <ExampleSelect error="Choose a service." />
          <TextArea label="Description" defaultValue="Bar work up to 25 mm with a self-indexing turret." />
          <TextArea label="Message" error="Enter the part, the material and the quantity." />
          <CopyField label="Link" hint="To copy." value="https://www.example.in/welcome" />
        </div>
      </Panel>
      <Panel>
        <div className="grid gap-3">
          <CheckboxField label="Featured on the home page" defaultChecked />
          <CheckboxField label="In stock" />
          <CheckboxField label="Archived" disabled />
        </div>
      </Panel>
    </Example>
  )
}

function ExampleSelect({ error }: { error?: string }) {
  return (
    <Select label={error ? 'Enquiry about' : 'Category'} error={error} defaultValue={error ? '' : 'machine'}>
      <option value="">Choose</option>
      <option value="machine">machine</option>
      <option value="attachment">attachment</option>
    </Select>
  )
}
