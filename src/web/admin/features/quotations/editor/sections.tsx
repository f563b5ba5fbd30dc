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
import { staffQuery } from '#web/admin/session/requests.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { siteContentQuery } from '#web/lib/site-content.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FIELD_CLASSES, Select, TextArea } from '#web/ui/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { quotationSettingsQuery } from '../requests.ts'
import { changeCurrency } from './draft.ts'
import { getProposal } from './editor-session.ts'
import {
  BuyerField,
  DraftCheckbox,
  DraftSelect,
  DraftTextField,
  focusField,
  useFieldError,
  useSession,
  useSessionValue,
} from './fields.tsx'

const TEXT = QUOTATION_LIMITS.textLength

/** Who the quotation is addressed to. */
export function BuyerPanel() {
  return (
    <Panel title="Buyer">
      <div className="grid gap-3.5 sm:grid-cols-2">
        <BuyerField name="company" label="Company" maxLength={TEXT} />
        <BuyerField name="gstin" label="GSTIN" maxLength={40} />
        <BuyerField name="name" label="Contact person" maxLength={TEXT} />
        <BuyerField name="position" label="Position" maxLength={TEXT} />
        <BuyerField name="email" label="Email" type="email" maxLength={FORM_LIMITS.emailLength} />
        <BuyerField name="phone" label="Phone" type="tel" maxLength={FORM_LIMITS.phoneLength} />
        <BuyerField
          name="billingAddress"
          label="Billing address"
          multiline
          maxLength={QUOTATION_LIMITS.addressLength}
        />
        <BuyerField
          name="deliveryAddress"
          label="Delivery or installation address"
          hint="Empty: the billing address"
          multiline
          maxLength={QUOTATION_LIMITS.addressLength}
        />
      </div>
    </Panel>
  )
}

/** What the quotation is about, how it is taxed, and who is responsible. */
export function DetailsPanel() {
  const { data: staff = [] } = useQuery(staffQuery)
  const { data: settings } = useQuery(quotationSettingsQuery)
  const isExport = useSessionValue(({ draft }) => draft.placeOfSupply === OUTSIDE_INDIA)
  const currency = useSessionValue(({ draft }) => draft.currency)
  const { data: content } = useQuery(siteContentQuery)
  return (
    <Panel title="Details">
      <div className="grid gap-3.5 sm:grid-cols-2">
        <DraftTextField name="subject" label="Subject" maxLength={TEXT} className="sm:col-span-2" />
        <DraftTextField name="customerReference" label="Buyer's reference" maxLength={TEXT} />
        <DraftTextField
          name="validUntil"
          label="Valid until"
          type="date"
          hint={settings && `Empty: ${settings.settings.validDays} days from the day it is sent`}
        />
        <PlaceOfSupplyField />
        {(isExport || currency === 'USD') && (
          <>
            <DraftSelect
              name="currency"
              label="Currency"
              hint="Another currency empties the rates and charges"
              change={(draft, value) => changeCurrency(draft, value === 'USD' ? 'USD' : 'INR')}
            >
              <option value="INR">Rupees (INR)</option>
              <option value="USD">US dollars (USD)</option>
            </DraftSelect>
            {currency === 'USD' && (
              <DraftTextField
                name="exchangeRate"
                label="Rupees per US dollar"
                inputMode="decimal"
                hint={content && <ExchangeRateHint rate={content.prices.rupeesPerDollar} />}
                maxLength={12}
              />
            )}
          </>
        )}
        <DraftSelect name="ownerId" label="In charge">
          <option value="">Whoever creates it</option>
          {staff.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </DraftSelect>
        {!isExport && (
          <div className="sm:col-span-2">
            <DraftCheckbox
              name="sez"
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
  const session = useSession()
  const draft = useSessionValue((state) => state.draft)
  const { error, fieldProps } = useFieldError('placeOfSupply')
  const proposal = getProposal(draft)
  const choose = (placeOfSupply: GstState | '') =>
    session.change((present) => ({
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
        {...fieldProps}
        data-field={isProposed ? undefined : 'placeOfSupply'}
      >
        {!draft.placeOfSupply && !proposal && <option value="">Please choose</option>}
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
            data-field="placeOfSupply"
            onClick={() => {
              choose(proposal.state)
              focusField('placeOfSupply')
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
          <DraftTextField
            name="discountPercent"
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
  const session = useSession()
  const charge = useSessionValue(({ draft }) => draft.charges[name])
  const amount = useFieldError(`charges.${name}`)
  const amountOfObject = useFieldError(`charges.${name}.amount`)
  const rate = useFieldError(`charges.${name}.gstRate`)
  const hsn = useFieldError(`charges.${name}.hsn`)
  const set = (changes: Partial<typeof charge>) =>
    session.change((draft) => ({
      ...draft,
      charges: { ...draft.charges, [name]: { ...draft.charges[name], ...changes } },
    }))
  const rateOfGoods = useSessionValue(({ calculated }) =>
    charge.gstRate === ''
      ? calculated?.amounts.charges.find((calculated) => calculated.name === name)?.gstRate
      : undefined,
  )
  const error = amount.error ?? amountOfObject.error ?? rate.error ?? hsn.error
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
        onChange={({ target }) => set({ amount: target.value })}
        {...described}
        {...amount.fieldProps}
      />
      <select
        aria-label={`${label}: GST rate`}
        className={`${FIELD_CLASSES.sm} px-1!`}
        value={charge.gstRate}
        disabled={charge.amount === ''}
        onChange={({ target }) => set({ gstRate: target.value, ...(target.value === '' && { hsn: '' }) })}
        {...rate.fieldProps}
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
          onChange={({ target }) => set({ hsn: target.value })}
          {...hsn.fieldProps}
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
  const session = useSession()
  const terms = useSessionValue(({ draft }) => draft.terms)
  const { data: settings } = useQuery(quotationSettingsQuery)
  const [addedName, setAddedName] = useState<string>()
  const set = (name: string, text: string) =>
    session.change((draft) => ({ ...draft, terms: { ...draft.terms, [name]: text } }))
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
                  data-field={`terms.${name}`}
                />
                <IconButton
                  label={`Remove: ${label}`}
                  variant="ghost"
                  onClick={() =>
                    session.change((draft) => {
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
        <DraftCheckbox name="showPictures" label="Show the pictures of the lines" />
        <DraftCheckbox name="attachDataSheets" label="Append the data sheets of the items" />
        {children}
      </div>
    </Panel>
  )
}
