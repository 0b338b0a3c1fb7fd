import { spawn } from 'node:child_process';

/** Returns whether a user sits at a desktop: a terminal, no continuous integration, no remote shell, a display. */
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

/** Opens an address. An error is ignored, because the terminal shows the address too. */
export function openBrowser( url: string ): void {
	const command = process.platform === 'darwin' ? 'open' : 'xdg-open';
	const child = spawn( command, [ url ], {
		stdio: 'ignore',
		detached: true,
	} );
	child.on( 'error', () => {} );
	child.unref();
}
