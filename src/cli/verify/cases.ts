/** Statements of the interface document that can be checked at any host. The conformance tests run them too. */
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** Sends a request with the user's credentials, with a wrong password, or without credentials. */
export type SendRequest = (
	path: string,
	init?: RequestInit,
	as?: 'user' | 'wrong password' | 'anonymous'
) => Promise< Response >;

export interface VerificationTarget {
	account: string;
	/** UUID of the account; empty if it is not known. */
	accountId: string;
	/** WordPress install of the environment that is created. */
	install: string;
	/** Name of the application that is created. */
	app: string;
	request: SendRequest;
	/** The same for the usage API, which may have another address. */
	requestUsage: SendRequest;
}

export interface Difference {
	expected: string;
	/** May contain what the host responded. */
	actual: string;
}

/** The ID of the environment that a case created. */
export interface VerificationState {
	environment: string;
}

export interface VerificationCase {
	/** Of the interface document. */
	section: string;
	title: string;
	/** Creates an application and an environment, uploads code or starts a measurement. */
	isWriting?: boolean;
	needsAccountId?: boolean;
	run: (
		target: VerificationTarget,
		state: VerificationState
	) => Promise< Difference[] >;
}

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const REJECTED = [ 401, 403 ];
const NOT_FOUND = [ 400, 403, 404 ];
const EXPECTED_TIME = 'account_storage_refresh_expected_time';

interface Reply {
	status: number;
	text: string;
	/** The parsed JSON; undefined if the body is not JSON. */
	body: unknown;
}

async function replyOf( call: Promise< Response > ): Promise< Reply > {
	const response = await call;
	const { status } = response;
	const text = await response.text();
	try {
		return { status, text, body: JSON.parse( text ) };
	} catch {
		return { status, text, body: undefined };
	}
}

function field( body: unknown, name: string ): unknown {
	return typeof body === 'object' && body !== null
		? ( body as Record< string, unknown > )[ name ]
		: undefined;
}

function check(
	expected: string,
	actual: unknown,
	isSame: boolean
): Difference[] {
	const text = JSON.stringify( actual ) ?? 'nothing';
	return isSame ? [] : [ { expected, actual: text } ];
}

function checkStatus( { status, text }: Reply, statuses: number[] ) {
	const expected = `status ${ statuses.join( ' or ' ) }`;
	return check(
		expected,
		{ status, body: text },
		statuses.includes( status )
	);
}

/** Section 7: an error has a message, and optionally documentation_url. */
function checkError( reply: Reply, statuses: number[] ): Difference[] {
	const others = Object.keys( Object( reply.body ) ).filter(
		( name ) => ! [ 'message', 'documentation_url' ].includes( name )
	);
	const hasMessage = typeof field( reply.body, 'message' ) === 'string';
	return [
		...checkStatus( reply, statuses ),
		...check(
			'a JSON object with message, and at most documentation_url',
			reply.text,
			hasMessage && others.length === 0
		),
	];
}

/** Section 2: the operation that the creation of an environment and an upload return. */
function checkOperation( reply: Reply, environment: string ): Difference[] {
	const metadata = field( reply.body, 'metadata' );
	const type = String( field( metadata, '@type' ) );
	const fields: [ of: unknown, name: string, value: unknown ][] = [
		[ reply.body, 'name', `${ environment }/operations/no_build` ],
		[ metadata, 'build', `${ environment }/builds/no_build` ],
		[ metadata, 'deployment', '' ],
		[ reply.body, 'done', false ],
	];
	return [
		...checkStatus( reply, [ 200 ] ),
		...fields.flatMap( ( [ of, name, value ] ) => {
			const actual = field( of, name );
			const expected = `${ name } ${ JSON.stringify( value ) }`;
			return check( expected, actual, actual === value );
		} ),
		...check(
			'an @type that ends in .js.apps.v1.UpdateEnvironmentMetadata',
			type,
			type.endsWith( '.js.apps.v1.UpdateEnvironmentMetadata' )
		),
	];
}

function post( body: unknown ): RequestInit {
	return {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify( body ),
	};
}

const FILES = {
	'package.json': '{"name":"verify","scripts":{"start":"node server.js"}}',
	'server.js':
		"require('http').createServer((q,s)=>s.end('ok')).listen(process.env.PORT)",
};

/** Uploads a small application to an environment. */
async function upload(
	{ request }: VerificationTarget,
	environment: string
): Promise< Response > {
	const zip = new ZipFile();
	for ( const [ name, content ] of Object.entries( FILES ) ) {
		zip.addBuffer( Buffer.from( content ), name );
	}
	zip.end();
	const content = new Uint8Array( await buffer( zip.outputStream ) );
	const body = new FormData();
	body.append( 'repository', new Blob( [ content ] ), 'code.zip' );
	return request( `/fu/v1/${ environment }:upload`, {
		method: 'POST',
		body,
	} );
}

const apps = ( { account }: VerificationTarget ) =>
	`/v1/accounts/${ account }/apps`;

const environmentOf = ( { account, app }: VerificationTarget, id: string ) =>
	`accounts/${ account }/apps/${ app }/environments/${ id }`;

const usage = ( id: string ) => `/accounts/${ id }/usage`;

function createEnvironment( target: VerificationTarget ): Promise< Response > {
	return target.request(
		`${ apps( target ) }/${ target.app }/environments`,
		post( {
			displayName: 'Verification',
			branch: 'uploadable',
			wpEnvironment: target.install,
		} )
	);
}

/** A case whose only request must be rejected. */
function rejected(
	section: string,
	title: string,
	statuses: number[],
	send: ( target: VerificationTarget ) => Promise< Response >,
	checkReply = checkStatus
): VerificationCase {
	const run: VerificationCase[ 'run' ] = async ( target ) =>
		checkReply( await replyOf( send( target ) ), statuses );
	return { section, title, run };
}

const READING: VerificationCase[] = [
	rejected(
		'5.1',
		'a call without credentials is rejected',
		REJECTED,
		( t ) => t.request( apps( t ), post( {} ), 'anonymous' )
	),
	rejected(
		'5.1',
		'a call with a wrong password is rejected',
		REJECTED,
		( t ) => t.request( apps( t ), post( {} ), 'wrong password' )
	),
	rejected(
		'4.2',
		'an environment of an unknown application is not created',
		NOT_FOUND,
		createEnvironment
	),
	rejected(
		'4.3',
		'an upload to an unknown environment is rejected',
		NOT_FOUND,
		( t ) => upload( t, environmentOf( t, UNKNOWN_ID ) )
	),
	rejected(
		'4.4',
		'a webhook with an unknown token is rejected',
		[ 401, ...NOT_FOUND ],
		( t ) =>
			t.request(
				`/wh/v1/${ environmentOf( t, UNKNOWN_ID ) }/webhooks/webhook:purgeCache?token=unknown-token-of-verify=`,
				{ method: 'POST' },
				'anonymous'
			)
	),
	rejected(
		'9',
		'the paths of applications need their version',
		[ 403, 404 ],
		( t ) => t.request( `/accounts/${ t.account }/apps` )
	),
	rejected(
		'4.5',
		'usage without credentials is rejected with a message',
		REJECTED,
		( t ) => t.requestUsage( usage( UNKNOWN_ID ), {}, 'anonymous' ),
		checkError
	),
	rejected(
		'4.5',
		'usage of an unknown account is rejected with a message',
		NOT_FOUND,
		( t ) => t.requestUsage( usage( UNKNOWN_ID ) ),
		checkError
	),
	{
		section: '4.5',
		title: 'usage has account_storage_refresh_expected_time',
		needsAccountId: true,
		run: async ( { requestUsage, accountId } ) => {
			const reply = await replyOf( requestUsage( usage( accountId ) ) );
			const time = field( reply.body, EXPECTED_TIME );
			return [
				...checkStatus( reply, [ 200 ] ),
				...check( 'a time or null', time, time !== undefined ),
			];
		},
	},
];

const WRITING: VerificationCase[] = [
	{
		section: '4.1',
		title: 'creating an application responds with 200 and no body',
		run: async ( target ) => {
			const path = `${ apps( target ) }?appId=${ target.app }`;
			const body = { region: 'regions/US-C', uploadable: {} };
			const reply = await replyOf( target.request( path, post( body ) ) );
			return [
				...checkStatus( reply, [ 200 ] ),
				...check( 'no body', reply.text, reply.text === '' ),
			];
		},
	},
	{
		section: '4.2',
		title: 'creating an environment responds with an operation',
		run: async ( target, state ) => {
			const reply = await replyOf( createEnvironment( target ) );
			const name = String( field( reply.body, 'name' ) );
			const [ , id = '' ] =
				/\/environments\/([^/]+)\//.exec( name ) ?? [];
			state.environment = id;
			return checkOperation( reply, environmentOf( target, id ) );
		},
	},
	{
		section: '4.3',
		title: 'an upload responds with an operation',
		run: async ( target, state ) => {
			const environment = environmentOf( target, state.environment );
			const reply = await replyOf( upload( target, environment ) );
			return checkOperation( reply, environment );
		},
	},
	{
		section: '4.5',
		title: 'a refresh responds with 200 and null, and populates the expected time',
		needsAccountId: true,
		run: async ( { requestUsage, accountId } ) => {
			const path = usage( accountId );
			const refreshed = await replyOf(
				requestUsage( `${ path }/refresh_disk_usage`, {
					method: 'POST',
				} )
			);
			const after = await replyOf( requestUsage( path ) );
			const time = field( after.body, EXPECTED_TIME );
			return [
				...checkStatus( refreshed, [ 200 ] ),
				...check(
					'the body null',
					refreshed.text,
					refreshed.body === null
				),
				...check( 'an expected time', time, typeof time === 'string' ),
			];
		},
	},
];

export const CASES: readonly VerificationCase[] = [
	...READING,
	...WRITING.map( ( one ) => ( { ...one, isWriting: true } ) ),
];
