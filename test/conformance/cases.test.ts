/** The cases that `headless-deploy verify` runs at any host. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CASES } from '../../src/cli/verify/cases.ts';
import type { SendRequest } from '../../src/cli/verify/cases.ts';
import { expectOk, freshName } from './steps.ts';
import { openTarget } from './target.ts';
import type { Target } from './target.ts';

let target: Target;
let accountId: string;

beforeAll( async () => {
	target = await openTarget();
	const { results } = await expectOk< {
		results: { id: string; name: string }[];
	} >( await target.requestUsage( '/accounts' ) );
	accountId =
		results.find( ( { name } ) => name === target.account )?.id ?? '';
} );

afterAll( () => target.close() );

function withCredentials( request: Target[ 'request' ] ): SendRequest {
	return ( path, init, as = 'user' ) => {
		const { user } = target.credentials;
		const credentials = {
			user: target.credentials,
			'wrong password': { user, password: 'not-the-password' },
			anonymous: null,
		};
		return request( path, init, credentials[ as ] );
	};
}

const app = freshName();
const state = { environment: '' };

test.each( CASES.map( ( one ) => ( { ...one, name: one.title } ) ) )(
	'$section $name',
	async ( { run } ) => {
		const { account, install } = target;
		const differences = await run(
			{
				account,
				accountId,
				install,
				app,
				request: withCredentials( target.request ),
				requestUsage: withCredentials( target.requestUsage ),
			},
			state
		);
		expect( differences ).toEqual( [] );
	}
);
