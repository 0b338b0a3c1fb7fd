import { expect, test } from 'vitest';
import { announcement } from '../../src/dev-kit/announcement.ts';
import type { Loop } from '../../src/dev-kit/loop/loop.ts';

test( 'npm start prints the portal’s user and password beside the link that works once', () => {
	const portalLink = 'http://127.0.0.1:8889/portal/enter?code=once';
	const text = announcement( {
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
	} as unknown as Loop );
	expect( text ).toContain( portalLink );
	expect( text ).toContain( 'user local, password correct horse' );
	expect( text ).toContain( 'user admin, password secret' );
} );
