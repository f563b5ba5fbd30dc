import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { FORM_LIMITS } from '#contracts/enquiry/form-limits.ts'
import { GST_STATE_CODES, GST_STATES, type GstState, OUTSIDE_INDIA } from '#contracts/gst/states.ts'
import { listGstRates } from '#contracts/item/commercial-fields.ts'
import {
  CHARGE_LABELS,
  CHARGE_NAMES,
  type ChargeName,
  QUOTATION_LIMITS,
} from '#contracts/quotation/limits.ts'
import { TERM_LABELS, TERM_NAMES } from '#contracts/quotation/terms.ts'
import {
  EditedCheckbox,
  EditedSelect,
  EditedTextArea,
  EditedTextField,
  useField,
} from '#web/admin/editing/document-context.tsx'
import { staffQuery } from '#web/admin/session/requests.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { siteContentQuery } from '#web/lib/site-content.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FIELD_CLASSES, Select, TextArea } from '#web/ui/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { quotationSettingsQuery } from '../requests.ts'
import { changeCurrency, type Draft } from './draft.ts'
import { useCalculation, useQuotation, useQuotationState } from './fields.tsx'
import { getProposal } from './quotation-document.ts'

const TEXT = QUOTATION_LIMITS.textLength

/** Who the quotation is addressed to. */
export function BuyerPanel() {
  return (
    <Panel title="Buyer">
      <div className="grid gap-3.5 sm:grid-cols-2">
        <EditedTextField path="buyer.company" label="Company" maxLength={TEXT} />
        <EditedTextField path="buyer.gstin" label="GSTIN" maxLength={40} />
        <EditedTextField path="buyer.name" label="Contact person" maxLength={TEXT} />
        <EditedTextField path="buyer.position" label="Position" maxLength={TEXT} />
        <EditedTextField path="buyer.email" label="Email" type="email" maxLength={FORM_LIMITS.emailLength} />
        <EditedTextField path="buyer.phone" label="Phone" type="tel" maxLength={FORM_LIMITS.phoneLength} />
        <EditedTextArea
          rows={3}
          path="buyer.billingAddress"
          label="Billing address"
          maxLength={QUOTATION_LIMITS.addressLength}
        />
        <EditedTextArea
          rows={3}
          path="buyer.deliveryAddress"
          label="Delivery or installation address"
          hint="Empty: the billing address"
          maxLength={QUOTATION_LIMITS.addressLength}
        />
      </div>
    </Panel>
  )
}

/** What the quotation is about, how it is taxed, and who is responsible. */
export function DetailsPanel() {
  const editor = useQuotation()
  const { data: staff = [] } = useQuery(staffQuery)
  const { data: settings } = useQuery(quotationSettingsQuery)
  const isExport = useQuotationState(({ value: draft }) => draft.placeOfSupply === OUTSIDE_INDIA)
  const currency = useQuotationState(({ value: draft }) => draft.currency)
  const { data: content } = useQuery(siteContentQuery)
  return (
    <Panel title="Details">
      <div className="grid gap-3.5 sm:grid-cols-2">
        <EditedTextField path="subject" label="Subject" maxLength={TEXT} className="sm:col-span-2" />
        <EditedTextField path="customerReference" label="Buyer's reference" maxLength={TEXT} />
        <EditedTextField
          path="validUntil"
          label="Valid until"
          type="date"
          hint={settings && `Empty: ${settings.settings.validDays} days from the day it is sent`}
        />
        <PlaceOfSupplyField />
        {(isExport || currency === 'USD') && (
          <>
            <EditedSelect
              path="currency"
              label="Currency"
              hint="Another currency empties the rates and charges"
              onChoose={(value) =>
                editor.change((draft) => changeCurrency(draft, value === 'USD' ? 'USD' : 'INR'))
              }
            >
              <option value="INR">Rupees (INR)</option>
              <option value="USD">US dollars (USD)</option>
            </EditedSelect>
            {currency === 'USD' && (
              <EditedTextField
                path="exchangeRate"
                label="Rupees per US dollar"
                inputMode="decimal"
                hint={content && <ExchangeRateHint rate={content.prices.rupeesPerDollar} />}
                maxLength={12}
              />
            )}
          </>
        )}
        <EditedSelect path="ownerId" label="In charge">
          <option value="">Whoever creates it</option>
          {staff.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </EditedSelect>
        {!isExport && (
          <div className="sm:col-span-2">
            <EditedCheckbox
              path="sez"
              label="The buyer is a unit or developer of a special economic zone (SEZ)"
            />
          </div>
        )}
      </div>
    </Panel>
  )
}

/** The rate that counts if none is entered, and where it is changed. */
function ExchangeRateHint({ rate }: { rate: number | null }) {
  return (
    <>
      {rate === null ? 'Needed: there is no rate in the ' : `Empty: ${rate}, the rate of the `}
      <Link to={`${ADMIN_PATHS.settings}?section=prices`} className="text-link underline">
        settings
      </Link>
    </>
  )
}

/** The place of supply: proposed by the rules of docs/gst.md until the user confirms or chooses one. */
function PlaceOfSupplyField() {
  const editor = useQuotation()
  const draft = useQuotationState(({ value }) => value)
  const { error, control } = useField('placeOfSupply')
  const proposal = getProposal(draft)
  const choose = (placeOfSupply: GstState | '') =>
    editor.change((present) => ({
      // Only exports can be in dollars.
      ...changeCurrency(present, placeOfSupply === OUTSIDE_INDIA ? present.currency : 'INR'),
      placeOfSupply,
      // A special economic zone is in India.
      sez: present.sez && placeOfSupply !== OUTSIDE_INDIA,
    }))
  const isProposed = proposal && draft.placeOfSupply === ''
  const differs = proposal && draft.placeOfSupply !== '' && draft.placeOfSupply !== proposal.state
  return (
    <div className="grid content-start gap-2 sm:col-span-2">
      <Select
        label="Place of supply"
        error={isProposed ? undefined : error}
        value={draft.placeOfSupply || (proposal?.state ?? '')}
        onChange={({ target }) => choose(target.value as GstState)}
        {...control}
        ref={isProposed ? undefined : control.ref}
      >
        {!draft.placeOfSupply && !proposal && <option value="">Choose</option>}
        {GST_STATE_CODES.map((code) => (
          <option key={code} value={code}>
            {`${code} ${GST_STATES[code]}${code === OUTSIDE_INDIA ? ' (export)' : ''}`}
          </option>
        ))}
      </Select>
      {isProposed && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-warning-soft px-3 py-2 text-sm">
          <p className="mr-auto text-warning">{`${GST_STATES[proposal.state]} is proposed by ${proposal.reason}. It decides the tax.`}</p>
          <Button
            variant="secondary"
            size="sm"
            ref={control.ref}
            onClick={() => {
              choose(proposal.state)
              editor.focus.request('placeOfSupply')
            }}
          >
            Confirm
          </Button>
        </div>
      )}
      {differs && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <p className="text-muted">{`Proposed by ${proposal.reason}: ${GST_STATES[proposal.state]}.`}</p>
          <Button variant="link" size="sm" onClick={() => choose(proposal.state)}>
            {`Use ${GST_STATES[proposal.state]}`}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The amounts beside the lines, and the discount on all lines. */
export function ChargesPanel() {
  return (
    <Panel title="Charges and discount">
      <div className="grid gap-3">
        {CHARGE_NAMES.map((name) => (
          <ChargeFields key={name} name={name} />
        ))}
        <div className="border-line border-t pt-3">
          <EditedTextField
            path="discountPercent"
            label="Discount on all lines, %"
            hint="Before tax; not on charges"
            inputMode="decimal"
            maxLength={6}
            placeholder="0"
            className="max-w-60"
          />
        </div>
      </div>
    </Panel>
  )
}

function ChargeFields({ name }: { name: ChargeName }) {
  const {
    value: charge,
    error: wholeError,
    change,
  } = useField<Draft['charges'][ChargeName]>(`charges.${name}`)
  const amount = useField(`charges.${name}.amount`)
  const rate = useField(`charges.${name}.gstRate`)
  const hsn = useField(`charges.${name}.hsn`)
  const { calculated } = useCalculation()
  const rateOfGoods =
    charge.gstRate === ''
      ? calculated?.amounts.charges.find((calculated) => calculated.name === name)?.gstRate
      : undefined
  const error = wholeError ?? amount.error ?? rate.error ?? hsn.error
  const label = CHARGE_LABELS[name]
  const errorId = `charge-${name}-error`
  const described = error ? { 'aria-describedby': errorId, 'aria-invalid': true as const } : {}
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in all browsers
    <div
      role="group"
      aria-label={label}
      className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-center gap-x-2 gap-y-1 sm:grid-cols-[minmax(0,1fr)_8rem_8.5rem]"
    >
      <span className="max-sm:col-span-2">{label}</span>
      <input
        aria-label={`${label}: amount`}
        inputMode="decimal"
        autoComplete="off"
        maxLength={18}
        placeholder="0"
        className={`${FIELD_CLASSES.sm} text-right tabular-nums`}
        value={charge.amount}
        onChange={({ target }) => amount.change(target.value)}
        {...described}
        {...amount.control}
      />
      <select
        aria-label={`${label}: GST rate`}
        className={`${FIELD_CLASSES.sm} px-1!`}
        value={charge.gstRate}
        disabled={charge.amount === ''}
        onChange={({ target: { value } }) =>
          change((before) => ({ ...before, gstRate: value, ...(value === '' && { hsn: '' }) }))
        }
        {...rate.control}
      >
        <option value="">{`As the goods${rateOfGoods === undefined ? '' : ` (${rateOfGoods} %)`}`}</option>
        {listGstRates().map((percent) => (
          <option key={percent} value={percent}>{`GST ${percent} %`}</option>
        ))}
      </select>
      {charge.gstRate !== '' && (
        <input
          aria-label={`${label}: SAC`}
          placeholder="SAC"
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          className={`${FIELD_CLASSES.sm} sm:col-start-3 max-sm:col-start-2`}
          value={charge.hsn}
          onChange={({ target }) => hsn.change(target.value)}
          {...hsn.control}
        />
      )}
      {error && (
        <p id={errorId} className="col-span-full text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  )
}

/** The texts of the quotation, from the settings, which can be changed for it. */
export function TermsPanel() {
  const editor = useQuotation()
  const terms = useQuotationState(({ value: draft }) => draft.terms)
  const { data: settings } = useQuery(quotationSettingsQuery)
  const [addedName, setAddedName] = useState<string>()
  const set = (name: string, text: string) =>
    editor.change((draft) => ({ ...draft, terms: { ...draft.terms, [name]: text } }))
  const unused = TERM_NAMES.filter((name) => !(name in terms))
  const shown = [
    ...TERM_NAMES.filter((name) => name in terms),
    ...Object.keys(terms).filter((name) => !(name in TERM_LABELS)),
  ]
  return (
    <Panel title="Terms">
      <div className="grid gap-4 lg:grid-cols-2">
        {shown.map((name) => {
          const label = name in TERM_LABELS ? TERM_LABELS[name as keyof typeof TERM_LABELS] : name
          const standard = (settings?.settings.terms as Record<string, string> | undefined)?.[name]
          return (
            <div key={name} className="grid content-start gap-1">
              <div className="flex items-end gap-2">
                <TextArea
                  label={label}
                  rows={2}
                  className="min-w-0 flex-1"
                  maxLength={5000}
                  autoFocus={name === addedName}
                  value={terms[name] ?? ''}
                  onChange={({ target }) => set(name, target.value)}
                  ref={editor.focus.register(`terms.${name}`)}
                />
                <IconButton
                  label={`Remove: ${label}`}
                  variant="ghost"
                  onClick={() =>
                    editor.change((draft) => {
                      const { [name]: _removed, ...others } = draft.terms
                      return { ...draft, terms: others }
                    })
                  }
                >
                  <Trash2 aria-hidden="true" size={18} />
                </IconButton>
              </div>
              {standard && standard !== terms[name] && (
                <Button
                  variant="link"
                  size="sm"
                  className="justify-self-start"
                  onClick={() => set(name, standard)}
                >
                  Use the text of the settings
                </Button>
              )}
            </div>
          )
        })}
      </div>
      {unused.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-2">
          {unused.map((name) => (
            <Button
              key={name}
              variant="outline"
              size="sm"
              onClick={() => {
                setAddedName(name)
                set(name, (settings?.settings.terms as Record<string, string> | undefined)?.[name] ?? '')
              }}
            >
              <Plus aria-hidden="true" size={16} /> {TERM_LABELS[name]}
            </Button>
          ))}
        </div>
      )}
    </Panel>
  )
}

/** What the document shows beside the lines. */
export function DocumentPanel({ children }: { children?: ReactNode }) {
  return (
    <Panel title="Document">
      <div className="grid gap-2">
        <EditedCheckbox path="showPictures" label="Show the pictures of the lines" />
        <EditedCheckbox path="attachDataSheets" label="Append the data sheets of the items" />
        {children}
      </div>
    </Panel>
  )
}
