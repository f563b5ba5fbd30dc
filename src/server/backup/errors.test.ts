import { expect, test } from 'vitest'
import { BackupError, getUserMessage } from './errors.ts'

test.each([
  [{ code: 'ENOSPC', message: 'ENOSPC: no space left on device, write' }, 'the disk is full'],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 13, message: 'database or disk is full' }, 'the disk is full'],
  [{ code: 'EACCES', path: '/b', message: 'x' }, 'this user has no permission to read or write /b'],
  [{ code: 'EROFS', path: '/b', message: 'x' }, '/b is on a read-only disk'],
  [{ code: 'ENOENT', path: '/b/a', message: 'x' }, '/b/a does not exist'],
  [
    { errcode: 11, message: 'database disk image is malformed' },
    'the database is damaged (database disk image is malformed)',
  ],
  [{ message: 'Something else.' }, 'Something else'],
])('The message for the error %j names its reason', (error, reason) => {
  expect(getUserMessage(Object.assign(new Error(), error), 'It cannot be written')).toBe(
    `It cannot be written: ${reason}.`,
  )
})

test('The message of a BackupError is reported unchanged', () => {
  expect(getUserMessage(new BackupError('There is no site.'), 'It cannot be written')).toBe(
    'There is no site.',
  )
})
