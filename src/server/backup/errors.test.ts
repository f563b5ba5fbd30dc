import { expect, test } from 'vitest'
import { BackupError, getUserMessage } from './errors.ts'

test.each([
  [
    { code: 'ENOSPC', message: 'ENOSPC: no space left on device, write' },
    'there is no room left on the disk',
  ],
  [
    { code: 'ERR_SQLITE_ERROR', errcode: 13, message: 'database or disk is full' },
    'there is no room left on the disk',
  ],
  [{ code: 'EACCES', path: '/b', message: 'x' }, '/b may not be read or written by this user'],
  [{ code: 'EROFS', path: '/b', message: 'x' }, '/b is on a disk that cannot be written to'],
  [{ code: 'ENOENT', path: '/b/a', message: 'x' }, '/b/a is not there'],
  [
    { errcode: 11, message: 'database disk image is malformed' },
    'the database is damaged (database disk image is malformed)',
  ],
  [{ message: 'Something else.' }, 'Something else'],
])('%j is said in a sentence', (error, reason) => {
  expect(getUserMessage(Object.assign(new Error(), error), 'It cannot be written')).toBe(
    `It cannot be written: ${reason}.`,
  )
})

test('what is a sentence already stays as it is', () => {
  expect(getUserMessage(new BackupError('There is no site.'), 'It cannot be written')).toBe(
    'There is no site.',
  )
})
