import { ImageOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { watchVisibility } from '#web/lib/watch-visibility.ts'
import type { SourceFile } from './source-files.ts'

const WIDTH = 192
const MAX_PARALLEL = 3

let running = 0
const waiting: (() => void)[] = []

/** Decoding hundreds of photographs at once would fill the memory. */
async function withTurn<Result>(run: () => Promise<Result>): Promise<Result> {
  if (running >= MAX_PARALLEL) await new Promise<void>((resolve) => waiting.push(resolve))
  running++
  try {
    return await run()
  } finally {
    running--
    waiting.shift()?.()
  }
}

/** A small copy of a picture, which is made when it comes near the viewport. */
export function Thumbnail({
  source,
  label,
  className,
}: {
  source: SourceFile
  label: string
  className: string
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    let isWanted = true
    const draw = async () => {
      if (!isWanted) return
      const bitmap = await createImageBitmap(await source.read(), { resizeWidth: WIDTH })
      element.width = bitmap.width
      element.height = bitmap.height
      element.getContext('2d')?.drawImage(bitmap, 0, 0)
      bitmap.close()
    }
    const stopWatching = watchVisibility(
      element,
      () => {
        stopWatching()
        withTurn(draw).catch(() => setBroken(true))
      },
      '200px',
    )
    return () => {
      isWanted = false
      stopWatching()
    }
  }, [source])
  return isBroken ? (
    <span
      role="img"
      aria-label={`${label}, which cannot be shown here`}
      className={`grid place-items-center ${className}`}
    >
      <ImageOff aria-hidden="true" size={20} />
    </span>
  ) : (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      width={4}
      height={3}
      className={`object-cover ${className}`}
    />
  )
}
