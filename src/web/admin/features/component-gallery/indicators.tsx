import { BADGE_TONES, Badge } from '#web/ui/badge.tsx'
import { FeatureControlFrame } from '#web/ui/feature-control-frame.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { Example, ExampleRow } from './example.tsx'

const BADGE_LABELS: Record<(typeof BADGE_TONES)[number], string> = {
  plain: 'Quoted',
  machine: 'Machine',
  spare: 'Spare part',
  service: 'Service',
  featured: 'Featured',
  save: 'Save 12%',
}

export function Badges() {
  return (
    <Example title="Badges" note="Rectangular, at most two words.">
      <ExampleRow>
        {BADGE_TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {BADGE_LABELS[tone]}
          </Badge>
        ))}
      </ExampleRow>
    </Example>
  )
}

export function Ratings() {
  return (
    <Example title="Rating" note="Whole stars, in marine.">
      <ExampleRow>
        {[0, 1, 2, 3, 4, 5].map((rating) => (
          <Stars key={rating} rating={rating} />
        ))}
      </ExampleRow>
      <ExampleRow className="on-dark rounded-lg bg-marine p-5">
        <Stars rating={4} />
      </ExampleRow>
    </Example>
  )
}

/** Symbols of engineering drawings, each with a value: a length, a part number, a tolerance. */
export function Ornaments() {
  return (
    <Example
      title="Ornaments"
      note="Dimension line, balloon and feature control frame; each shows a real value."
    >
      <div className="grid gap-4 rounded-lg border border-line bg-surface p-5">
        <div className="dimension">1,850 mm</div>
        <div className="dimension w-64 max-w-full">420 mm</div>
        <ExampleRow className="text-dim">
          <span className="balloon">1</span>
          <span className="balloon">2</span>
          <span className="balloon">3</span>
        </ExampleRow>
      </div>
      <ExampleRow className="on-dark rounded-lg bg-marine p-5 text-on-dark">
        <FeatureControlFrame symbol="runout" compartments={['0.005', 'A']} title="Spindle runout" />
        <FeatureControlFrame symbol="position" compartments={['Ø 0.010', 'A B']} title="Turret position" />
        <FeatureControlFrame symbol="straight" compartments={['0.008']} title="Straightness of the bed" />
        <FeatureControlFrame symbol="parallel" compartments={['0.012', 'A']} title="Spindle to bed" />
      </ExampleRow>
    </Example>
  )
}

export function LoadingStates() {
  return (
    <Example
      title="Loading"
      note="A cog that turns once in 8 s, or a skeleton with the size of the content, so that nothing moves."
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
    </Example>
  )
}
