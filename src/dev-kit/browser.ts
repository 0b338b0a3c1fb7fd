/** Opens an address in the person's browser. */
import { spawn } from 'node:child_process';

/**
 * Tells whether a person sits before a desktop: a terminal, no continuous integration, no remote shell, a display.
 *
 * @param isTerminal Whether the output goes to a terminal.
 * @param platform   Node's name of the system.
 */
export function hasDesktop(
	isTerminal: boolean = process.stdout.isTTY,
	env: Record< string, string | undefined > = process.env,
	platform: string = process.platform
): boolean {
	if ( ! isTerminal || env.CI || env.SSH_CONNECTION ) {
		return false;
	}
	return (
		platform === 'darwin' || Boolean( env.DISPLAY || env.WAYLAND_DISPLAY )
	);
}

/** Opens an address; when that fails, it stands in the terminal anyway. */
export function openBrowser( url: string ): void {
	const command = process.platform === 'darwin' ? 'open' : 'xdg-open';
	const child = spawn( command, [ url ], {
		stdio: 'ignore',
		detached: true,
	} );
	child.on( 'error', () => {} );
	child.unref();
}
