import { RotateCw, X } from 'lucide-react'
import { formatBytes } from '#contracts/format.ts'
import { IconButton } from '#web/ui/button.tsx'
import type { DocumentUpload } from './use-document-uploads.ts'

interface UploadStatusProps {
  upload: DocumentUpload
  onRetry: (key: number) => void
  onCancel: (key: number) => void
}

/** A file that is being uploaded or was not stored, with what can be done about it. */
export function UploadStatus({
  upload: { key, file, state, progress, error, canRetry },
  onRetry,
  onCancel,
}: UploadStatusProps) {
  return (
    <div className="flex items-center gap-2">
      <div className="wrap-anywhere min-w-0 grow">
        <p className="leading-snug">
          {file.name} <span className="whitespace-nowrap text-muted text-sm">{formatBytes(file.size)}</span>
        </p>
        {state === 'failed' ? (
          <p role="alert" className="text-danger text-sm">
            {error}
          </p>
        ) : (
          <progress
            aria-label={`Upload of ${file.name}`}
            value={state === 'waiting' ? 0 : progress}
            className="mt-1 block h-1.5 w-full accent-marine"
          />
        )}
      </div>
      {state === 'failed' && canRetry && (
        <IconButton label={`Upload again: ${file.name}`} variant="ghost" onClick={() => onRetry(key)}>
          <RotateCw aria-hidden="true" size={18} />
        </IconButton>
      )}
      <IconButton
        label={`${state === 'failed' ? 'Remove' : 'Cancel the upload of'} ${file.name}`}
        variant="ghost"
        onClick={() => onCancel(key)}
      >
        <X aria-hidden="true" size={18} />
      </IconButton>
    </div>
  )
}
