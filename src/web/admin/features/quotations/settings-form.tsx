import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { toBusinessDate } from '#contracts/business-date.ts'
import { formatSeriesNumber, toFinancialYear } from '#contracts/gst/financial-year.ts'
import { describeStateMismatch } from '#contracts/gst/mismatch.ts'
import { describeLut } from '#contracts/quotation/letter-of-undertaking.ts'
import type { QuotationSettings, RevisedQuotationSettings } from '#contracts/quotation/settings.ts'
import { TERM_LABELS, TERM_NAMES } from '#contracts/quotation/terms.ts'
import { siteContentQuery } from '#web/lib/site-content.tsx'
import { showToast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField, TextField } from '#web/ui/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ConflictDialog } from '../../editing/conflicts.tsx'
import {
  DocumentProvider,
  EditedSelect,
  EditedTextArea,
  EditedTextField,
  useDocumentState,
  useField,
  useOpenDocument,
} from '../../editing/document-context.tsx'
import { EditedDocument } from '../../editing/edited-document.ts'
import { LeaveGuard } from '../../editing/leave-guard.tsx'
import type { FieldRules } from '../../editing/merge.ts'
import { showErrorToast } from '../../shell/error-toast.ts'
import { useShortcut } from '../../shell/navigation/shortcuts.tsx'
import { isSame } from './editor/draft.ts'
import { WarningList } from './missing-settings.tsx'
import { quotationSettingsQuery, saveSettings } from './requests.ts'

const BANK_LABELS = {
  accountName: 'Account name',
  accountNumber: 'Account number',
  bank: 'Bank',
  branch: 'Branch',
  ifsc: 'IFSC',
  swift: 'SWIFT',
} as const
const APPROVAL_DEFAULT_PERCENT = 10

type Value = Pick<RevisedQuotationSettings, 'settings' | 'nextNumber'>

const LABELS: Record<string, string> = {
  nextNumber: 'Next number',
  ...mapKeys('settings.bank', BANK_LABELS),
  ...mapKeys('settings.terms', TERM_LABELS),
  ...mapKeys('settings.signatory', { name: 'Signatory', position: 'Position of the signatory' }),
  ...mapKeys('settings', {
    numberPattern: 'Pattern of numbers',
    validDays: 'Validity in days',
    linkMonths: 'Private links end after, months',
    approvalDiscountPercent: 'Discounts above this need approval, %',
    gstin: 'GSTIN',
    pan: 'PAN',
    cin: 'CIN',
    lut: 'Letter of undertaking (LUT)',
    lutYear: 'Financial year of the LUT',
    hsnDigits: 'Digits of HSN codes',
  }),
}
const SETTINGS_RULES: FieldRules<Value> = {
  getLabel: (path) => LABELS[path] ?? path,
  toText: (_path, field) => String(field ?? ''),
}

function mapKeys(prefix: string, labels: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([key, label]) => [`${prefix}.${key}`, label]))
}

const toValue = ({ settings, nextNumber }: RevisedQuotationSettings): Value => ({ settings, nextNumber })

/** The settings of quotations. Without the permission to change them they can be read. */
export function SettingsForm({ loaded, canEdit }: { loaded: RevisedQuotationSettings; canEdit: boolean }) {
  const client = useQueryClient()
  const document = useOpenDocument(
    () =>
      new EditedDocument<Value, RevisedQuotationSettings>({
        stored: loaded,
        initial: toValue(loaded),
        toValue,
        rules: SETTINGS_RULES,
        isSame,
        store: ({ settings, nextNumber }, { base, revision = 0 }) =>
          saveSettings({ settings, revision, ...(nextNumber !== base.nextNumber && { nextNumber }) }),
        load: () => client.fetchQuery({ ...quotationSettingsQuery, staleTime: 0 }),
        onSaved(saved) {
          client.setQueryData(quotationSettingsQuery.queryKey, saved)
          showToast({ title: 'Saved', description: 'New quotations use these settings.' })
        },
        onFailed: (error) => showErrorToast(error, 'Not saved'),
      }),
  )
  const { value, stored = loaded, save } = useDocumentState(document)
  const { settings, nextNumber = 1 } = value
  const { data: content } = useQuery(siteContentQuery)
  const isDirty = document.isUnsaved
  const isSaving = save.kind === 'saving'
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (isDirty && canEdit) void document.save().then((isSaved) => isSaved || document.revealErrors())
  }
  useShortcut({ keys: 'Ctrl+S', label: 'Save', run: submit })
  return (
    <DocumentProvider value={document}>
      <form onSubmit={submit} className="max-w-224">
        <LeaveGuard unsaved={isDirty} onLeave={document.abandon} />
        {/* Input during a save would be lost after it. */}
        <fieldset disabled={!canEdit || isSaving} className="grid min-w-0 gap-4">
          <Panel title="Numbers, validity and approval">
            <div className="grid gap-3.5 sm:grid-cols-2">
              <EditedTextField
                path="settings.numberPattern"
                label="Pattern of numbers"
                hint={`The next one is ${formatSeriesNumber(settings.numberPattern, { financialYear: toFinancialYear(new Date()), counter: nextNumber })}. {year} is the financial year, {number} counts up in it.`}
                className="sm:col-span-2"
                maxLength={300}
              />
              <NumberField
                // Another number is shown after it was saved.
                key={stored.nextNumber}
                path="nextNumber"
                label="Next number"
                hint="Can only be raised, for example to continue the series of another program"
              />
              <NumberField path="settings.validDays" label="Validity in days" />
              <NumberField
                path="settings.linkMonths"
                label="Private links end after, months"
                hint="After the decision and the validity; links to an enquiry after its last change"
              />
              <div className="grid content-start gap-3">
                <CheckboxField
                  label="Large discounts need approval"
                  checked={settings.approvalDiscountPercent !== null}
                  onChange={({ target }) =>
                    document.changeField(
                      'settings.approvalDiscountPercent',
                      target.checked ? APPROVAL_DEFAULT_PERCENT : null,
                    )
                  }
                />
                {settings.approvalDiscountPercent !== null && (
                  <NumberField
                    path="settings.approvalDiscountPercent"
                    label="Discounts above this need approval, %"
                    hint="Of a line, together with the discount on all lines"
                  />
                )}
              </div>
            </div>
          </Panel>
          <Panel title="Company">
            <p className="mb-3 text-muted text-sm">
              Name, address and phone come from the settings of the site. The first two digits of the GSTIN
              are the state that decides the tax; without a GSTIN it is that of the address.
            </p>
            <div className="mb-3 grid gap-2 empty:hidden">
              <WarningList warnings={listSettingsWarnings(settings, content?.company.address.state ?? '')} />
            </div>
            <div className="grid gap-3.5 sm:grid-cols-2">
              <EditedTextField path="settings.gstin" label="GSTIN" maxLength={300} />
              <EditedTextField path="settings.pan" label="PAN" maxLength={300} />
              <EditedTextField path="settings.cin" label="CIN" maxLength={300} />
              <EditedTextField
                path="settings.lut"
                label="Letter of undertaking (LUT)"
                hint="Number and date, for exports"
                maxLength={300}
              />
              <EditedTextField
                path="settings.lutYear"
                label="Financial year of the LUT"
                hint={`Valid until 31 March, for example ${toFinancialYear(new Date())}. Without a valid LUT, exports are calculated with IGST.`}
                maxLength={300}
              />
              <EditedSelect
                path="settings.hsnDigits"
                label="Turnover in the last financial year"
                hint="Decides how many digits HSN codes need"
                onChoose={(digits) => document.changeField('settings.hsnDigits', Number(digits))}
              >
                <option value={4}>Up to ₹5 crore: 4 digits</option>
                <option value={6}>Above ₹5 crore: 6 digits</option>
              </EditedSelect>
            </div>
          </Panel>
          <Panel title="Bank and signatory">
            <div className="grid gap-3.5 sm:grid-cols-2">
              {Object.entries(BANK_LABELS).map(([name, label]) => (
                <EditedTextField key={name} path={`settings.bank.${name}`} label={label} maxLength={300} />
              ))}
              <EditedTextField path="settings.signatory.name" label="Signatory" maxLength={300} />
              <EditedTextField
                path="settings.signatory.position"
                label="Position of the signatory"
                maxLength={300}
              />
            </div>
          </Panel>
          <Panel title="Terms of new quotations" note="Empty ones are left out.">
            <div className="grid gap-3.5 sm:grid-cols-2">
              {TERM_NAMES.map((name) => (
                <EditedTextArea
                  key={name}
                  path={`settings.terms.${name}`}
                  label={TERM_LABELS[name]}
                  rows={3}
                  maxLength={5000}
                  onChange={({ target }) =>
                    document.changeField(`settings.terms.${name}`, target.value || undefined)
                  }
                />
              ))}
            </div>
          </Panel>
        </fieldset>
        {canEdit && (
          <div className="sticky bottom-0 z-20 -mx-4 mt-4 flex flex-wrap items-center gap-3 border-line border-t bg-surface-grey px-4 py-3">
            <Button type="submit" disabled={!isDirty || isSaving}>
              {isSaving ? 'Saving...' : 'Save'}
            </Button>
            <span className="text-muted text-sm">{isDirty && 'Unsaved changes (Ctrl+S to save)'}</span>
          </div>
        )}
      </form>
      <ConflictDialog document={document} />
    </DocumentProvider>
  )
}

/** A number. Its text is kept while it is typed: '1.' is the beginning of one. */
function NumberField({ path, label, hint }: { path: string; label: string; hint?: string }) {
  const { value, error, change, control } = useField<number>(path)
  const [text, setText] = useState(String(value ?? 1))
  return (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      maxLength={6}
      value={text}
      error={error}
      hint={hint}
      {...control}
      onChange={({ target }) => {
        setText(target.value)
        change(Number(target.value) || 0)
      }}
    />
  )
}

/** What is wrong with the tax numbers although they can be saved. */
const listSettingsWarnings = (settings: QuotationSettings, addressState: string): string[] =>
  [
    describeStateMismatch(settings.gstin, addressState),
    settings.lut && describeLut(settings, toBusinessDate(new Date())),
  ].filter((text) => typeof text === 'string' && text !== '') as string[]
