import { BADGE_TONES, Badge } from '../../../ui/badge.tsx'
import { ControlFrame } from '../../../ui/control-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Stars } from '../../../ui/stars.tsx'
import { Row, Specimen } from './specimen.tsx'

const WORDS: Record<(typeof BADGE_TONES)[number], string> = {
  plain: 'Quoted',
  machine: 'Machine',
  spare: 'Spare',
  service: 'Service',
  featured: 'Featured',
  save: 'Save 12%',
}

export function Badges() {
  return (
    <Specimen title="Badges" note="Rectangular, two words at most.">
      <Row>
        {BADGE_TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {WORDS[tone]}
          </Badge>
        ))}
      </Row>
    </Specimen>
  )
}

export function Ratings() {
  return (
    <Specimen title="Rating" note="Whole stars, never amber.">
      <Row>
        {[0, 1, 2, 3, 4, 5].map((rating) => (
          <Stars key={rating} rating={rating} />
        ))}
      </Row>
      <Row className="on-dark rounded-lg bg-marine p-5">
        <Stars rating={4} />
      </Row>
    </Specimen>
  )
}

/** The drawing's signs, each with a figure: a machine's length, a part's number, a tolerance. */
export function Ornaments() {
  return (
    <Specimen title="Ornaments" note="Dimension line, balloon, control frame: each carries a real figure.">
      <div className="grid gap-4 rounded-lg border border-line bg-surface p-5">
        <div className="dimension">1,850 mm</div>
        <div className="dimension w-64 max-w-full">420 mm</div>
        <Row className="text-dim">
          <span className="balloon">1</span>
          <span className="balloon">2</span>
          <span className="balloon">3</span>
        </Row>
      </div>
      <Row className="on-dark rounded-lg bg-marine p-5 text-on-dark">
        <ControlFrame sign="runout" parts={['0.005', 'A']} title="Spindle runout" />
        <ControlFrame sign="position" parts={['Ø 0.010', 'A B']} title="Turret position" />
        <ControlFrame sign="straight" parts={['0.008']} title="Straightness of the bed" />
        <ControlFrame sign="parallel" parts={['0.012', 'A']} title="Spindle to bed" />
      </Row>
    </Specimen>
  )
}

export function Waiting() {
  return (
    <Specimen
      title="Loading"
      note="A cog that turns once in 8 s; or the measure of what is to come, so that nothing moves."
    >
      <div className="rounded-lg border border-line bg-surface">
        <Spinner label="Loading products..." />
      </div>
      <div className="grid gap-3 rounded-lg border border-line bg-surface p-5">
        <Skeleton className="h-40" />
        <Skeleton className="h-5 w-3/5" />
        <Skeleton className="h-3" />
        <Skeleton className="h-3 w-4/5" />
      </div>
    </Specimen>
  )
}
