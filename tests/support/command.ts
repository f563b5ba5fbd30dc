import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { getProgram, PROJECT } from './project.ts'

/** Runs a command of src/commands in a process of its own. */
export async function runCommand(
  name: string,
  args: string[],
  environment: Record<string, string>,
): Promise<{ code: number; text: string }> {
  const env = { ...process.env, ADMIN_PASSWORD: '', NODE_ENV: '', ...environment }
  const run = promisify(execFile)(process.execPath, [getProgram(`src/commands/${name}.ts`), ...args], {
    cwd: PROJECT,
    env,
  })
  return run.then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr }),
  )
}
