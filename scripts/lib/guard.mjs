import { spawn } from 'node:child_process';

/**
 * Ends the process groups this process has started when it dies without having done so, even by `kill -9`: a small shell holds
 * a pipe from here, and the pipe's end tells it.
 */
const script = `
trap '' INT TERM HUP
groups=' '
while read -r change group; do
  case $change in
    started) groups="$groups$group " ;;
    ended) groups="\${groups%% $group *} \${groups#* $group }" ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
`;

let guard;

/** @param {number} group the process group's id */
export function guardGroup(group) {
  guard ??= startGuard();
  guard.stdin.write(`started ${group}\n`);
}

/** The group has ended by itself; its number may be given to somebody else. */
export function releaseGroup(group) {
  guard?.stdin.write(`ended ${group}\n`);
}

function startGuard() {
  const shell = spawn('sh', ['-c', script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  // The guard must neither keep this process alive nor break it.
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.stdin.unref();
  shell.unref();
  return shell;
}
