import { EventEmitter } from 'node:events'

/**
 * `content-changed`: something that a public page shows has changed. `mail-queued`: the outbox has a new e-mail, whose
 * transaction may not be committed yet. Listeners run synchronously in the order of their registration and must not throw.
 */
export class Events extends EventEmitter<{ 'content-changed': []; 'mail-queued': [] }> {}
