import { expect, test } from 'vitest';
import { readyMessage } from '../../src/dev-kit/ready-message.ts';
import type { Stack } from '../../src/dev-kit/stack/stack.ts';

const portalLink = 'http://127.0.0.1:8889/portal/enter?code=once';
const STACK = {
	kit: {
		wordpress: {
			url: 'http://127.0.0.1:8888',
			adminUser: 'admin',
			adminPassword: 'secret',
		},
		frontEnd: { url: 'http://localhost:8890' },
		hosting: { user: 'local', password: 'correct horse' },
	},
	portalLink,
} as unknown as Stack;

test( 'npm start prints the user and the password of the portal after the link that works once', () => {
	const text = readyMessage( STACK, true );
	expect( text ).toContain( portalLink );
	expect( text ).toContain( 'user local, password correct horse' );
	expect( text ).toContain( 'user admin, password secret' );
} );

test( 'npm start says whether the front end is still starting', () => {
	expect( readyMessage( STACK, true ) ).not.toContain( 'starting' );
	expect( readyMessage( STACK, false ) ).toContain(
		'http://localhost:8890/  (starting)'
	);
} );
