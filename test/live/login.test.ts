import { expect, test } from 'vitest';
import { isLoggedOut, loginUrl } from '../../src/live/login.ts';
import { refusal } from '../panel/server.ts';

test.each( [
	[ 'an invalid nonce', refusal( 403, 'rest_cookie_invalid_nonce', '' ) ],
	[ 'no login', refusal( 401, 'rest_not_logged_in', '' ) ],
	[ 'a right without login', refusal( 401, 'rest_forbidden', '' ) ],
	[ 'no new nonce', new Response( '0', { status: 400 } ) ],
] )( 'a rejected request means that the session ended: %s', ( _, error ) => {
	expect( isLoggedOut( error ) ).toBe( true );
} );

test.each( [
	[ 'a missing right', refusal( 403, 'headless_deploy_forbidden', '' ) ],
	[ 'a broken server', new Response( '', { status: 500 } ) ],
	[ 'no network', { code: 'fetch_error', message: 'Offline.' } ],
	[ 'nothing', null ],
	[ 'data that is null', { code: 'x', message: '', data: null } ],
] )(
	'a rejected request does not mean that the session ended: %s',
	( _, error ) => {
		expect( isLoggedOut( error ) ).toBe( false );
	}
);

test.each( [
	[ 'http://a.test/wp-admin/admin.php?page=x', 'http://a.test/wp-login.php' ],
	[ 'http://a.test/wp-admin/', 'http://a.test/wp-login.php' ],
	[
		'https://a.test:8443/blog/wp/wp-admin/post.php?post=1#x',
		'https://a.test:8443/blog/wp/wp-login.php',
	],
] )( 'finds for %s the login page %s', ( page, login ) => {
	expect( loginUrl( page ) ).toBe( login );
} );
