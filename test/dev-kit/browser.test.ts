import { expect, it } from 'vitest';
import { hasDesktop } from '../../src/dev-kit/browser.ts';

it.each( [
	[ true, { DISPLAY: ':0' }, 'linux', true ],
	[ true, { WAYLAND_DISPLAY: 'wayland-0' }, 'linux', true ],
	[ true, {}, 'linux', false ],
	[ true, {}, 'darwin', true ],
	[ false, {}, 'darwin', false ],
	[ true, { DISPLAY: ':0', CI: 'true' }, 'linux', false ],
	[ true, { DISPLAY: ':10', SSH_CONNECTION: 'x' }, 'linux', false ],
] )(
	'opens a browser only on a desktop: terminal %s, %j, %s: %s',
	( isTerminal, env, platform, expected ) => {
		expect( hasDesktop( isTerminal, env, platform ) ).toBe( expected );
	}
);
