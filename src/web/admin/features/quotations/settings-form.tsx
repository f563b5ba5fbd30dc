import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { toBusinessDate } from '#contracts/business-date.ts'
import { formatSeriesNumber, toFinancialYear } from '#contracts/gst/financial-year.ts'
import { describeStateMismatch } from '#contracts/gst/mismatch.ts'
import { describeLut } from '#contracts/quotation/letter-of-undertaking.ts'
import type { QuotationSettings, RevisedQuotationSettings } from '#contracts/quotation/settings.ts'
import { TERM_LABELS, TERM_NAMES } from '#contracts/quotation/terms.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { siteContentQuery } from '#web/lib/site-content.tsx'
import { showToast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField, Select, TextArea, TextField } from '#web/ui/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { UnsavedChangesPrompt } from '../../editing/unsaved-changes-prompt.tsx'
import { showErrorToast } from '../../shell/error-toast.ts'
import { useShortcut } from '../../shell/navigation/shortcuts.tsx'
import { isSame } from './editor/draft.ts'
import { WarningList } from './missing-settings.tsx'
import { quotationSettingsQuery, saveSettings } from './requests.ts'

type TextName = 'numberPattern' | 'gstin' | 'pan' | 'cin' | 'lut' | 'lutYear'
const BANK_LABELS = {
  accountName: 'Account name',
  accountNumber: 'Account number',
  bank: 'Bank',
  branch: 'Branch',
  ifsc: 'IFSC',
  swift: 'SWIFT',
} as const
const APPROVAL_DEFAULT_PERCENT = 10

/** The settings of quotations. Without the permission to change them they can be read. */
export function SettingsForm({ loaded, canEdit }: { loaded: RevisedQuotationSettings; canEdit: boolean }) {
  const client = useQueryClient()
  const [base, setBase] = useState(loaded)
  const [settings, setSettings] = useState(loaded.settings)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [nextNumber, setNextNumber] = useState(base.nextNumber)
  const { data: content } = useQuery(siteContentQuery)
  const isDirty = !isSame([settings, nextNumber], [base.settings, base.nextNumber])
  const save = useGuardedMutation<RevisedQuotationSettings>({
    mutationFn: () =>
      saveSettings({
        settings,
        revision: base.revision,
        ...(nextNumber !== base.nextNumber && { nextNumber }),
      }),
    onSuccess: (saved) => {
      setErrors({})
      setBase(saved)
      setSettings(saved.settings)
      setNextNumber(saved.nextNumber)
      client.setQueryData(quotationSettingsQuery.queryKey, saved)
      showToast({ title: 'Saved', description: 'New quotations use these settings.' })
    },
    onError: (error) => {
      if (error instanceof ApiError)
        setErrors(
          Object.fromEntries(
            error.errors.map(({ field, message }) => [field.replace(/^settings\./, ''), message]),
          ),
        )
      showErrorToast(error, 'Not saved')
    },
  })
  const change = (changes: Partial<QuotationSettings>) =>
    setSettings((present) => ({ ...present, ...changes }))
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (isDirty && canEdit) save.send()
  }
  useShortcut({ keys: 'Ctrl+S', label: 'Save', run: submit })
  const textField = (name: TextName, label: string, rest: { hint?: string; className?: string } = {}) => (
    <TextField
      label={label}
      autoComplete="off"
      maxLength={300}
      value={settings[name]}
      error={errors[name]}
      onChange={({ target }) => change({ [name]: target.value })}
      {...rest}
    />
  )
  return (
    <form onSubmit={submit} className="max-w-224">
      <UnsavedChangesPrompt
        unsaved={isDirty}
        onLeave={async () => {
          setSettings(base.settings)
          setNextNumber(base.nextNumber)
        }}
      />
      {/* Input during a save would be lost after it. */}
      <fieldset disabled={!canEdit || save.isPending} className="grid min-w-0 gap-4">
        <Panel title="Numbers, validity and approval">
          <div className="grid gap-3.5 sm:grid-cols-2">
            {textField('numberPattern', 'Pattern of numbers', {
              hint: `The next one is ${formatSeriesNumber(settings.numberPattern, { financialYear: toFinancialYear(new Date()), counter: nextNumber ?? 1 })}. {year} is the financial year, {number} counts up in it.`,
              className: 'sm:col-span-2',
            })}
            <NumberField
              // Another number is shown after it was saved.
              key={base.nextNumber}
              label="Next number"
              value={nextNumber ?? 1}
              error={errors.nextNumber}
              hint="Can only be raised, for example to continue the series of another program"
              onChange={(number) => setNextNumber(number ?? 0)}
            />
            <NumberField
              label="Validity in days"
              value={settings.validDays}
              error={errors.validDays}
              onChange={(validDays) => change({ validDays: validDays ?? 0 })}
            />
            <NumberField
              label="Private links end after, months"
              value={settings.linkMonths}
              error={errors.linkMonths}
              hint="After the decision and the validity; links to an enquiry after its last change"
              onChange={(linkMonths) => change({ linkMonths: linkMonths ?? 0 })}
            />
            <div className="grid content-start gap-3">
              <CheckboxField
                label="Large discounts need approval"
                checked={settings.approvalDiscountPercent !== null}
                onChange={({ target }) =>
                  change({ approvalDiscountPercent: target.checked ? APPROVAL_DEFAULT_PERCENT : null })
                }
              />
              {settings.approvalDiscountPercent !== null && (
                <NumberField
                  label="Discounts above this need approval, %"
                  value={settings.approvalDiscountPercent}
                  error={errors.approvalDiscountPercent}
                  hint="Of a line, together with the discount on all lines"
                  onChange={(percent) => change({ approvalDiscountPercent: percent ?? 0 })}
                />
              )}
            </div>
          </div>
        </Panel>
        <Panel title="Company">
          <p className="mb-3 text-muted text-sm">
            Name, address and phone come from the settings of the site. The first two digits of the GSTIN are
            the state that decides the tax; without a GSTIN it is that of the address.
          </p>
          <div className="mb-3 grid gap-2 empty:hidden">
            <WarningList warnings={listSettingsWarnings(settings, content?.company.address.state ?? '')} />
          </div>
          <div className="grid gap-3.5 sm:grid-cols-2">
            {textField('gstin', 'GSTIN')}
            {textField('pan', 'PAN')}
            {textField('cin', 'CIN')}
            {textField('lut', 'Letter of undertaking (LUT)', { hint: 'Number and date, for exports' })}
            {textField('lutYear', 'Financial year of the LUT', {
              hint: `Valid until 31 March, for example ${toFinancialYear(new Date())}. Without a valid LUT, exports are calculated with IGST.`,
            })}
            <Select
              label="Turnover in the last financial year"
              hint="Decides how many digits HSN codes need"
              value={settings.hsnDigits}
              onChange={({ target }) => change({ hsnDigits: target.value === '6' ? 6 : 4 })}
            >
              <option value={4}>Up to ₹5 crore: 4 digits</option>
              <option value={6}>Above ₹5 crore: 6 digits</option>
            </Select>
          </div>
        </Panel>
        <Panel title="Bank and signatory">
          <div className="grid gap-3.5 sm:grid-cols-2">
            {(Object.entries(BANK_LABELS) as [keyof typeof BANK_LABELS, string][]).map(([name, label]) => (
              <TextField
                key={name}
                label={label}
                autoComplete="off"
                maxLength={300}
                value={settings.bank[name]}
                error={errors[`bank.${name}`]}
                onChange={({ target }) => change({ bank: { ...settings.bank, [name]: target.value } })}
              />
            ))}
            <TextField
              label="Signatory"
              autoComplete="off"
              maxLength={300}
              value={settings.signatory.name}
              onChange={({ target }) => change({ signatory: { ...settings.signatory, name: target.value } })}
            />
            <TextField
              label="Position of the signatory"
              autoComplete="off"
              maxLength={300}
              value={settings.signatory.position}
              onChange={({ target }) =>
                change({ signatory: { ...settings.signatory, position: target.value } })
              }
            />
          </div>
        </Panel>
        <Panel title="Terms of new quotations" note="Empty ones are left out.">
          <div className="grid gap-3.5 sm:grid-cols-2">
            {TERM_NAMES.map((name) => (
              <TextArea
                key={name}
                label={TERM_LABELS[name]}
                rows={3}
                maxLength={5000}
                value={settings.terms[name] ?? ''}
                error={errors[`terms.${name}`]}
                onChange={({ target }) => {
                  const { [name]: _replaced, ...others } = settings.terms
                  change({ terms: target.value ? { ...settings.terms, [name]: target.value } : others })
                }}
              />
            ))}
          </div>
        </Panel>
      </fieldset>
      {canEdit && (
        <div className="sticky bottom-0 z-20 -mx-4 mt-4 flex flex-wrap items-center gap-3 border-line border-t bg-surface-grey px-4 py-3">
          <Button type="submit" disabled={!isDirty || save.isPending}>
            {save.isPending ? 'Saving...' : 'Save'}
          </Button>
          <span className="text-muted text-sm">{isDirty && 'Unsaved changes (Ctrl+S to save)'}</span>
        </div>
      )}
    </form>
  )
}

interface NumberFieldProps {
  label: string
  value: number
  error: string | undefined
  hint?: string
  onChange: (value: number | undefined) => void
}

/** A number. Its text is kept while it is typed: '1.' is the beginning of one. */
function NumberField({ label, value, error, hint, onChange }: NumberFieldProps) {
  const [text, setText] = useState(String(value))
  return (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      maxLength={6}
      value={text}
      error={error}
      hint={hint}
      onChange={({ target }) => {
        setText(target.value)
        const number = Number(target.value)
        onChange(target.value.trim() === '' || Number.isNaN(number) ? undefined : number)
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
