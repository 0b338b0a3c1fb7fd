/** What the cases do again and again, over HTTP. */
import { expect } from 'vitest';
import type {
	Answer,
	Build,
	Environment,
	Operation,
	WebhookSet,
} from '../../src/shared/platform-api.generated.ts';
import { json, LOCAL, until } from './target.ts';
import type { Target } from './target.ts';

export const UUID =
	'[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** The paths of an environment's routes. */
export interface Place {
	account: string;
	app: string;
	environment: string;
	/** `accounts/…/environments/…`, as resource names have it. */
	name: string;
}

let names = 0;

/** Creates a name that no other case uses. */
export function freshName(): string {
	names += 1;
	return `c-${ Date.now().toString( 36 ) }-${ process.pid.toString( 36 ) }-${ names }`;
}

/**
 * Reads a refusal and checks its shape (interface section 7).
 *
 * @param status The status that is wanted.
 * @param field  The invalid field, which only the reference API names.
 */
export async function refusal(
	response: Response,
	status: number,
	field = ''
): Promise< string > {
	const text = await response.text();
	expect( { status: response.status, text } ).toMatchObject( { status } );
	expect( response.headers.get( 'content-type' ) ).toContain(
		'application/json'
	);
	const {
		message,
		documentation_url: _,
		...rest
	} = JSON.parse( text ) as {
		message: string;
		documentation_url?: string;
	};
	expect( message ).toEqual( expect.stringMatching( /\S/ ) );
	expect( rest ).toEqual( LOCAL && field !== '' ? { field } : {} );
	return message;
}

/** Reads a body that has to come with status 200. */
export async function expectOk< Body >( response: Response ): Promise< Body > {
	const text = await response.text();
	expect( { status: response.status, text } ).toMatchObject( {
		status: 200,
	} );
	return JSON.parse( text ) as Body;
}

export async function createApp(
	target: Target,
	app = freshName()
): Promise< string > {
	const response = await target.request(
		`/v1/accounts/${ target.account }/apps?appId=${ app }`,
		json( { region: 'regions/US-C', uploadable: {} } )
	);
	expect( response.status ).toBe( 200 );
	return app;
}

/** Creates an environment in an application of its own. */
export async function createEnvironment(
	target: Target,
	shellVariables: Record< string, string > = {}
): Promise< Place > {
	const { account } = target;
	const app = await createApp( target );
	const { name } = await expectOk< Operation >(
		await target.request(
			`/v1/accounts/${ account }/apps/${ app }/environments`,
			json( {
				displayName: 'Production',
				branch: 'uploadable',
				wpEnvironment: target.install,
				shellVariables: Object.entries( shellVariables ).map(
					( [ key, value ] ) => ( { key, value } )
				),
			} )
		)
	);
	const environment =
		/\/environments\/([^/]+)\/operations\//.exec( name )?.[ 1 ] ?? '';
	return {
		account,
		app,
		environment,
		name: `accounts/${ account }/apps/${ app }/environments/${ environment }`,
	};
}

/** Creates the body of an upload. */
export function form( zip: Buffer, part = 'repository' ): FormData {
	const body = new FormData();
	body.append( part, new Blob( [ new Uint8Array( zip ) ] ), 'code.zip' );
	return body;
}

export function upload(
	target: Target,
	place: Place,
	zip: Buffer
): Promise< Response > {
	return target.request( `/fu/v1/${ place.name }:upload`, {
		method: 'POST',
		body: form( zip ),
	} );
}

/** Waits until the newest operation of an environment is done. */
export function settled(
	target: Target,
	place: Place,
	id = 'no_build'
): Promise< Operation > {
	return until(
		async () =>
			expectOk< Operation >(
				await target.request( `/v1/${ place.name }/operations/${ id }` )
			),
		( { done } ) => done
	);
}

/** Uploads a zip and waits until it is live. */
export async function deploy(
	target: Target,
	place: Place,
	zip: Buffer
): Promise< void > {
	await expectOk( await upload( target, place, zip ) );
	expect( await settled( target, place ) ).toMatchObject( {
		done: true,
		response: {},
	} );
}

/** Lists the builds of an environment, newest first. */
export async function builds(
	target: Target,
	place: Place
): Promise< Build[] > {
	const page = await expectOk< Answer< 'listBuilds' > >(
		await target.request( `/v1/${ place.name }/builds` )
	);
	return page.builds;
}

/** Asks the site of an environment. */
export async function visit(
	target: Target,
	place: Place,
	path = '/'
): Promise< Response > {
	const { domains } = await expectOk< Environment >(
		await target.request( `/v1/${ place.name }` )
	);
	const domain = String( domains[ 0 ] );
	const scheme = /^localhost(:|$)/.test( domain ) ? 'http' : 'https';
	return fetch( `${ scheme }://${ domain }${ path }` );
}

/** Creates the webhook URLs of an environment (our route; the service has a button in its portal). */
export async function createWebhooks(
	target: Target,
	place: Place
): Promise< WebhookSet > {
	return expectOk< WebhookSet >(
		await target.request( `/_local/${ place.name }/webhooks`, {
			method: 'POST',
		} )
	);
}

/** Calls a webhook without credentials. */
export function call(
	url: string,
	init: RequestInit = {}
): Promise< Response > {
	return fetch( url, { method: 'POST', redirect: 'manual', ...init } );
}
