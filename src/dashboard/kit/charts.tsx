/**
 * Charts as drawings with their figures in a table below. A drawing needs no style attribute, which the page's content
 * security policy forbids.
 */
import { DataTable } from "./lists.tsx"

interface ChartPoint {
  label: string
  value: number
  /** A second amount, drawn lighter on top of the first. */
  second?: number
}

interface ChartProps {
  title: string
  points: readonly ChartPoint[]
  /** Heads of the table: of labels, values and second values. */
  heads: readonly [label: string, value: string, second?: string]
  /** Formats a value. */
  format?: (value: number) => string
}

/** A drawing is stretched to the width of its place, so words stand outside of it. `TOP` leaves room for a line. */
const [WIDTH, HEIGHT, TOP] = [640, 130, 1]

function plain(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 2 })
}

/** Columns, one a point, oldest first; a sentence if there is nothing to draw. */
export function ColumnChart({ title, points, heads, format = plain }: ChartProps) {
  if (points.every(({ value, second = 0 }) => value + second === 0))
    return <p class="soft">{`${title}: none yet.`}</p>
  const most = Math.max(1e-9, ...points.map(({ value, second = 0 }) => value + second))
  const step = WIDTH / Math.max(1, points.length)
  const width = Math.max(1, Math.min(28, step * 0.7))
  const scale = (HEIGHT - TOP) / most
  return (
    <Framed title={title} points={points} heads={heads} format={format} most={most}>
      {points.map(({ label, value, second = 0 }, index) => {
        const x = round(index * step + (step - width) / 2)
        const [first, upper] = [round(value * scale), round(second * scale)]
        return (
          <g>
            <title>{`${label}: ${format(value)}${second > 0 ? ` + ${format(second)}` : ""}`}</title>
            <rect class="bar-fill" x={x} y={HEIGHT - first} width={round(width)} height={first} rx="1.5" />
            {second > 0 ? (
              <rect
                class="bar-fill second"
                x={x}
                y={HEIGHT - first - upper}
                width={round(width)}
                height={upper}
                rx="1.5"
              />
            ) : null}
          </g>
        )
      })}
    </Framed>
  )
}

function Framed({
  title,
  points,
  heads,
  format,
  most,
  children,
}: Required<ChartProps> & { most: number; children: unknown }) {
  const [label, value, second] = heads
  return (
    <figure class="chart">
      <p class="scale">
        <span>{`${format(most)} at the top, 0 at the bottom`}</span>
        {second === undefined ? null : <span>{`${value}; lighter: ${second.toLowerCase()}`}</span>}
      </p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={title}>
        <line class="axis" x1="0" x2={WIDTH} y1={TOP} y2={TOP} />
        <line class="axis" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
        {children}
      </svg>
      <p class="scale">
        <span>{points.at(0)?.label ?? ""}</span>
        {points.length > 1 ? <span>{points.at(-1)?.label ?? ""}</span> : null}
      </p>
      <details>
        <summary>Figures</summary>
        <DataTable
          caption={title}
          columns={[
            { text: label },
            { text: value, number: true },
            ...(second === undefined ? [] : [{ text: second, number: true }]),
          ]}
          rows={points.map((point) => [
            point.label,
            format(point.value),
            ...(second === undefined ? [] : [format(point.second ?? 0)]),
          ])}
        />
      </details>
    </figure>
  )
}

function round(length: number): number {
  return Math.round(length * 100) / 100
}

/** A share of a limit, such as spending of a cap. The caller says in words what it shows. */
export function Meter({ value, max, label }: { value: number; max: number; label: string }) {
  return (
    <meter
      class="meter"
      aria-label={label}
      min={0}
      max={max}
      low={max * 0.8}
      high={max * 0.95}
      optimum={0}
      value={Math.min(value, max)}
    >
      {`${Math.round((value / max) * 100)} %`}
    </meter>
  )
}
