// The script of the private pages. They work without it.
import './copy-link.ts'
import './live-total.ts'
