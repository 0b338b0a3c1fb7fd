import apiFetch from '@wordpress/api-fetch';
import { expect, test, vi } from 'vitest';
import {
	HOSTING_URL,
	hostFetch,
} from '../../../src/panel/hosting/host-fetch.ts';
import { createPlatformClient } from '../../../src/platform-client/platform-client.ts';

const client = createPlatformClient( {
	baseUrl: HOSTING_URL,
	fetch: hostFetch,
} );

function answer( response: Response ): void {
	vi.mocked( apiFetch ).mockRejectedValue( response );
}

test( 'says that a firewall answered in place of WordPress and the host', async () => {
	answer( new Response( '<html>Blocked</html>', { status: 403 } ) );
	await expect( client.GET( '/v1/accounts' ) ).rejects.toThrow(
		/^A firewall, a security plugin or the web server answered with error 403/
	);
} );

test( 'shows the message of WordPress or the host', async () => {
	answer(
		Response.json(
			{ code: 'headless_deploy_forbidden', message: 'Ask.' },
			{ status: 403 }
		)
	);
	await expect( client.GET( '/v1/accounts' ) ).rejects.toThrow( /^Ask\.$/ );
} );
