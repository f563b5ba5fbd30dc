import type { ComponentProps, FormEvent, ReactNode, RefObject } from 'react'
import {
  JOB_LIMITS,
  JOB_MATERIALS,
  JOB_OPERATIONS,
  type JobField,
} from '#contracts/catalogue/job-finder-options.ts'
import { toLanguagePath } from '#contracts/language-path.ts'
import { msg, t } from '#messages/messages.ts'
import type { ApiError } from '#web/lib/api/api.ts'
import { SiteLink, useNavigate } from '#web/lib/navigation/navigation.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Select, TextField } from '../../../ui/field.tsx'
import { UnitSwitch, useIsImperial } from '../../items/units.tsx'
import { type Answers, buildJobQuery, readAnswers, withUnits } from './answers.ts'

const BLANKS = [
  ['', msg('Not decided')],
  ['yes', msg('Bar')],
  ['no', msg('Casting, forging or cut piece')],
] as const

interface JobFormProps {
  answers: Answers
  problem: ApiError['errors'] | undefined
  form: RefObject<HTMLFormElement | null>
  /** Called with the query of the job when the form is sent, before the address changes. */
  onSend: (query: string) => void
}

/** The questions about the part. Without JavaScript the form opens the address with its answers. */
export function JobForm({ answers, problem, form, onSend }: JobFormProps) {
  const navigate = useNavigate()
  const isImperial = useIsImperial()
  const shown = isImperial ? withUnits(answers, ['mm', 'kg']) : answers
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = readAnswers(new FormData(event.currentTarget))
    const query = buildJobQuery(isImperial ? withUnits(typed, ['in', 'lb']) : typed)
    onSend(query)
    navigate(query ? `/finder?${query}` : '/finder')
  }
  const getError = (name: JobField) => problem?.find(({ field }) => field === name)?.message
  const getField = (name: JobField) => ({
    name,
    defaultValue: shown[name],
    error: getError(name),
    maxLength: JOB_LIMITS.fieldLength,
    autoComplete: 'off',
  })
  const operations = answers.operations?.split(',') ?? []
  return (
    <form
      ref={form}
      action={toLanguagePath('/finder#result')}
      onSubmit={send}
      noValidate
      className="mt-6 grid gap-6 border border-line-strong bg-surface-grey p-4 sm:p-6 print:hidden"
    >
      {problem && (
        <div role="alert" id="result" className="border-danger border-l-3 bg-danger-soft p-4">
          <h2 className="text-h4">{t('Check your answers')}</h2>
          <ul>
            {problem.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      <OptionGroup legend={t('The part is made from')}>
        {BLANKS.map(([value, label]) => (
          <Option
            key={value}
            type="radio"
            name="bar"
            value={value}
            label={t(label)}
            defaultChecked={(answers.bar ?? '') === value}
          />
        ))}
      </OptionGroup>
      <fieldset>
        <legend className="sr-only">{t('Size and weight')}</legend>
        <div className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-3 lg:grid-cols-5">
          <TextField label={t('Diameter')} {...getField('diameter')} />
          <TextField label={t('Length')} {...getField('length')} />
          <TextField label={t('Width')} {...getField('width')} />
          <TextField label={t('Height')} {...getField('height')} />
          <TextField label={t('Weight')} {...getField('weight')} />
        </div>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="text-muted text-sm">
            {isImperial
              ? t('In inches and lb, or with a unit: 1.65, 1 5/8 in, 42 mm, 12 kg.')
              : t('In mm and kg, or with a unit: 42, 42 mm, 1 5/8 in, 26 lb.')}{' '}
            {t(
              'Diameter for round parts, or hex 27 or square 22 for such bar; width and height for all others.',
            )}
          </p>
          <UnitSwitch />
        </div>
      </fieldset>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-3">
        <Select
          label={t('Material')}
          name="material"
          defaultValue={answers.material ?? ''}
          error={getError('material')}
        >
          <option value="">{t('Any')}</option>
          {JOB_MATERIALS.map(([value, label]) => (
            <option key={value} value={value}>
              {t(label)}
            </option>
          ))}
        </Select>
        <TextField
          label={t('Quantity a day')}
          inputMode="numeric"
          hint={t('Pieces, for example 200.')}
          {...getField('quantity')}
        />
        <TextField
          label={t('Narrowest tolerance')}
          hint={
            isImperial
              ? t('Its full width: 0.001 in, or ± 0.0005 in.')
              : t('Its full width: 0.02 mm, or ± 0.01 mm.')
          }
          {...getField('tolerance')}
        />
      </div>
      <OptionGroup legend={t('Operations')}>
        {JOB_OPERATIONS.map(([value, label]) => (
          <Option
            key={value}
            type="checkbox"
            name="operations"
            value={value}
            label={t(label)}
            defaultChecked={operations.includes(value)}
          />
        ))}
      </OptionGroup>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit">{t('Find machines')}</Button>
        {Object.keys(answers).length > 0 && (
          <SiteLink to="/finder" className={buttonClass('link')}>
            {t('Clear answers')}
          </SiteLink>
        )}
      </div>
    </form>
  )
}

/** A radio button or check box with its label. */
function Option({ label, ...rest }: ComponentProps<'input'> & { label: string }) {
  return (
    <label className="flex min-h-6 items-center gap-2.5">
      <input className="size-6 flex-none accent-marine" {...rest} />
      {label}
    </label>
  )
}

const OptionGroup = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset>
    <legend className="font-head font-medium text-label tracking-label">{legend}</legend>
    <div className="mt-1.5 flex flex-wrap gap-x-6 gap-y-2">{children}</div>
  </fieldset>
)
