import { expect, test } from 'vitest'
import { showImperial } from './imperial.ts'
import { fromImperial, getImperialUnit, toImperial } from './imperial-numbers.ts'

test.each([
  // Lengths, with what is around them.
  ['Bar capacity', '42 mm', '1.65 in (42 mm)'],
  ['Bar capacity', '42mm', '1.65 in (42mm)'],
  ['Bar capacity', 'Ø 42 mm', 'Ø 1.65 in (Ø 42 mm)'],
  ['Bar capacity', 'Up to 42 mm', 'Up to 1.65 in (42 mm)'],
  ['Bar capacity', '25 mm dia.', '0.98 in (25 mm) dia.'],
  ['Swing over bed (mm)', '320', '12.6 in (320 mm)'],
  ['Admit between centres', '500/750/1000 mm', '19.69/29.53/39.37 in (500/750/1000 mm)'],
  ['Hexagon and square bar', '17 mm, 14 mm', '0.67 in (17 mm), 0.55 in (14 mm)'],
  ['Spindle bore', '52 mm (62 mm optional)', '2.05 in (52 mm) (2.44 in [62 mm] optional)'],
  ['Travels X/Y/Z', '762/406/508 mm', '30/15.98/20 in (762/406/508 mm)'],
  ['Overall size (L × W × H)', '1,650 × 850 × 1,380 mm', '64.96 × 33.46 × 54.33 in (1,650 × 850 × 1,380 mm)'],
  [
    'Travels',
    'X: 600 mm, Y: 400 mm, Z: 450 mm',
    'X: 23.62 in (600 mm), Y: 15.75 in (400 mm), Z: 17.72 in (450 mm)',
  ],
  ['', 'Travel X: 500 × 400 × 330 mm', 'Travel X: 19.69 × 15.75 × 12.99 in (500 × 400 × 330 mm)'],
  ['Travels', 'X 600 × Y 400 mm', 'X 23.62 × Y 15.75 in (X 600 × Y 400 mm)'],
  ['Floor space', '2.1 m × 1.4 m', '6.9 ft × 4.6 ft (2.1 m × 1.4 m)'],
  ['T-slots', '3, 14 mm wide, 125 mm pitch', '3, 0.55 in (14 mm) wide, 4.92 in (125 mm) pitch'],
  ['T-slots (No. × width × pitch)', '5 × 18 × 90 mm', '5 × 0.71 × 3.54 in (18 × 90 mm)'],
  ['Bed length', 'Up to 3,000 mm', 'Up to 118.11 in (3,000 mm)'],
  // Tolerances are as precise as they were typed.
  ['Bore', '25 ±0.02 mm', '0.9843 ± 0.0008 in (25 ±0.02 mm)'],
  ['Bore', '12 +0.018/-0 mm', '0.47244 +0.00071/−0 in (12 +0.018/-0 mm)'],
  ['Sensing distance', '4 mm ± 10%', '0.16 in ± 10 % (4 mm ± 10%)'],
  ['Positioning accuracy', '± 0.005 mm', '± 0.0002 in (± 0.005 mm)'],
  ['Run-out', '≤ 5 µm', '≤ 0.0002 in (5 µm)'],
  ['Run-out', '0.005 mm TIR', '0.0002 in (0.005 mm) TIR'],
  ['Parallelism', '0.02/300 mm', '0.0008/11.811 in (0.02/300 mm)'],
  // Other dimensions.
  ['Spindle motor', '5.5/7.5 kW', '7.4/10.1 hp (5.5/7.5 kW)'],
  ['Spindle motor', '5.5 kW (7.5 kW, 15 min)', '7.4 hp (5.5 kW) (10.1 hp [7.5 kW], 15 min)'],
  ['Motor', '1.5 kW, 415 V, 50 Hz', '2 hp (1.5 kW), 415 V, 50 Hz'],
  ['Net weight', '1,450 Kgs.', '3,197 lb (1,450 Kgs.)'],
  ['Gross weight', '2.5 Ton', '5,500 lb (2.5 Ton)'],
  ['Max. tool weight', '8kg', '17.6 lb (8kg)'],
  ['Spindle torque', '83 Nm', '61.2 ft-lb (83 Nm)'],
  ['Rapid traverse X, Z', '30, 30 m/min', '98, 98 ft/min (30, 30 m/min)'],
  ['Feed range', '0.05-0.5 mm per rev', '0.002-0.0197 in/rev (0.05-0.5 mm per rev)'],
  ['Gripping force', '85 kN at 30 bar', '19,100 lbf (85 kN) at 440 psi (30 bar)'],
  ['Operating pressure', '4–6 bar', '58–87 psi (4–6 bar)'],
  ['Coolant flow', '20 lit/min.', '5.3 gal/min (20 lit/min.)'],
  ['Coolant tank', '120 Ltrs.', '31.7 gal (120 Ltrs.)'],
  ['Operating temperature', '-10 to +60 °C', '14 to +140 °F (-10 to +60 °C)'],
  ['Temperature', '20 ± 1 °C', '68 ± 1.8 °F (20 ± 1 °C)'],
  // A sentence: a filter, a reason of the job finder.
  ['', 'Bar capacity: from 42 mm', 'Bar capacity: from 1.65 in (42 mm)'],
  ['', 'diameter 1 5/8 in, length 300 mm', 'diameter 1 5/8 in, length 11.81 in (300 mm)'],
  ['', 'Part: length 300 mm. Operations: turning.', 'Part: length 11.81 in (300 mm). Operations: turning.'],
  ['', 'fails: swing over bed is 12 mm too small', 'fails: swing over bed is 0.47 in (12 mm) too small'],
])("'%s: %s' is shown as '%s' in imperial units", (label, text, expected) => {
  expect(showImperial(text, label)).toBe(expected)
})

test.each([
  // Stated in imperial units already.
  ['Spindle hole', '1-5/8 inch'],
  ['Spindle hole', '2 1/16" (52 mm)'],
  ['Bar capacity', '51 mm [2 in]'],
  ['Table size', '850 × 500 mm (33 × 20 in)'],
  ['Main motor', '3.7 kW / 5 HP'],
  ['Motor rating', '3.7/5 kW/HP'],
  ['Length of bed', `6' 6"`],
  ['Weight', '2 lb 4 oz'],
  // Without an imperial unit.
  ['Spindle speeds', '12 speeds, 80-2,800 rpm'],
  ['Power supply', '415 V ± 10 %, 50 Hz ± 3 %, 3 phase'],
  ['Taper angle', '8°17\'50"'],
  ['Noise level', '72 dB(A)'],
  // Not understood, or no quantity.
  ['Spindle nose', 'A2-6, ISO 702-1'],
  ['Thread', 'M12 × 1.75'],
  ['Length', '2 × 32 mm'],
  ['Motor rating', '7,5 kW'],
  ['Part number', 'KMT-CO-2512'],
  ['Price', 'From ₹1,40,000'],
  ['Colour', 'RAL 7035'],
])("'%s: %s' stays as it is in imperial units", (label, text) => {
  expect(showImperial(text, label)).toBe(text)
})

test('Each number that the site shows in imperial units is read back as the metric one', () => {
  for (const unit of ['mm', 'kg', 'kW', 'Nm', 'bar', 'm/min', '°C'])
    for (const metric of [1, 2.5, 8, 26, 32, 42, 320, 1850]) {
      const shown = toImperial(metric, unit)
      expect(toImperial(fromImperial(shown, unit), unit), `${metric} ${unit}`).toBe(shown)
    }
  expect([0.98, 1.26, 1.65, 1.02].map((inches) => fromImperial(inches, 'mm'))).toEqual([25, 32, 42, 26])
  expect(fromImperial(1.6, 'mm')).toBe(40.64)
  expect(['mm', 'kW', 'rpm', 'station'].map(getImperialUnit)).toEqual(['in', 'hp', undefined, undefined])
})
