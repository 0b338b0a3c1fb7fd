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

interface Reply {
	status: number;
	text: string;
	/** The parsed JSON; undefined if the body is not JSON. */
	body: unknown;
}

async function replyOf( response: Promise< Response > ): Promise< Reply > {
	const { status } = await response;
	const text = await ( await response ).text();
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
	return isSame
		? []
		: [ { expected, actual: JSON.stringify( actual ) ?? 'nothing' } ];
}

function checkStatus( { status, text }: Reply, statuses: number[] ) {
	return check(
		`status ${ statuses.join( ' or ' ) }`,
		{ status, body: text },
		statuses.includes( status )
	);
}

/** Section 7: an error has a message, and optionally documentation_url. */
function checkError( reply: Reply, statuses: number[] ): Difference[] {
	const isObject = typeof reply.body === 'object' && reply.body !== null;
	const names = isObject ? Object.keys( reply.body as object ) : [];
	const others = names.filter(
		( name ) => ! [ 'message', 'documentation_url' ].includes( name )
	);
	return [
		...checkStatus( reply, statuses ),
		...check(
			'a JSON object with message, and at most documentation_url',
			reply.text,
			typeof field( reply.body, 'message' ) === 'string' &&
				others.length === 0
		),
	];
}

/** Section 2: the operation that the creation of an environment and an upload return. */
function checkOperation( reply: Reply, environment: string ): Difference[] {
	const metadata = field( reply.body, 'metadata' );
	const type = String( field( metadata, '@type' ) );
	const expectValue = ( of: unknown, name: string, value: unknown ) =>
		check(
			`${ name } ${ JSON.stringify( value ) }`,
			field( of, name ),
			field( of, name ) === value
		);
	return [
		...checkStatus( reply, [ 200 ] ),
		...expectValue(
			reply.body,
			'name',
			`${ environment }/operations/no_build`
		),
		...expectValue( metadata, 'build', `${ environment }/builds/no_build` ),
		...expectValue( metadata, 'deployment', '' ),
		...expectValue( reply.body, 'done', false ),
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

async function zipForm(): Promise< FormData > {
	const zip = new ZipFile();
	const files = {
		'package.json':
			'{"name":"verify","scripts":{"start":"node server.js"}}',
		'server.js':
			"require('http').createServer((q,s)=>s.end('ok')).listen(process.env.PORT)",
	};
	for ( const [ name, content ] of Object.entries( files ) ) {
		zip.addBuffer( Buffer.from( content ), name );
	}
	zip.end();
	const form = new FormData();
	const content = new Uint8Array( await buffer( zip.outputStream ) );
	form.append( 'repository', new Blob( [ content ] ), 'code.zip' );
	return form;
}

const apps = ( { account }: VerificationTarget ) =>
	`/v1/accounts/${ account }/apps`;

const environmentOf = ( { account, app }: VerificationTarget, id: string ) =>
	`accounts/${ account }/apps/${ app }/environments/${ id }`;

const environmentBody = ( { install }: VerificationTarget ) => ( {
	displayName: 'Verification',
	branch: 'uploadable',
	wpEnvironment: install,
} );

const usage = ( id: string ) => `/accounts/${ id }/usage`;

/** A case whose only request must be rejected. */
function rejectedCase(
	section: string,
	title: string,
	statuses: number[],
	send: ( target: VerificationTarget ) => Promise< Response >
): VerificationCase {
	return {
		section,
		title,
		run: async ( target ) =>
			checkStatus( await replyOf( send( target ) ), statuses ),
	};
}

const READING: VerificationCase[] = [
	rejectedCase(
		'5.1',
		'a call without credentials is rejected',
		REJECTED,
		( target ) => target.request( apps( target ), post( {} ), 'anonymous' )
	),
	rejectedCase(
		'5.1',
		'a call with a wrong password is rejected',
		REJECTED,
		( target ) =>
			target.request( apps( target ), post( {} ), 'wrong password' )
	),
	rejectedCase(
		'4.2',
		'an environment of an unknown application is not created',
		NOT_FOUND,
		( target ) =>
			target.request(
				`${ apps( target ) }/${ target.app }/environments`,
				post( environmentBody( target ) )
			)
	),
	rejectedCase(
		'4.3',
		'an upload to an unknown environment is rejected',
		NOT_FOUND,
		async ( target ) =>
			target.request(
				`/fu/v1/${ environmentOf( target, UNKNOWN_ID ) }:upload`,
				{ method: 'POST', body: await zipForm() }
			)
	),
	rejectedCase(
		'4.4',
		'a webhook with an unknown token is rejected',
		[ 401, ...NOT_FOUND ],
		( target ) =>
			target.request(
				`/wh/v1/${ environmentOf( target, UNKNOWN_ID ) }/webhooks/webhook:purgeCache?token=unknown-token-of-verify=`,
				{ method: 'POST' },
				'anonymous'
			)
	),
	rejectedCase(
		'9',
		'the paths of applications need their version',
		[ 403, 404 ],
		( target ) => target.request( `/accounts/${ target.account }/apps` )
	),
	{
		section: '4.5',
		title: 'usage without credentials is rejected with a message',
		run: async ( target ) =>
			checkError(
				await replyOf(
					target.requestUsage( usage( UNKNOWN_ID ), {}, 'anonymous' )
				),
				REJECTED
			),
	},
	{
		section: '4.5',
		title: 'usage of an unknown account is rejected with a message',
		run: async ( target ) =>
			checkError(
				await replyOf( target.requestUsage( usage( UNKNOWN_ID ) ) ),
				NOT_FOUND
			),
	},
	{
		section: '4.5',
		title: 'usage has account_storage_refresh_expected_time',
		needsAccountId: true,
		run: async ( target ) => {
			const path = usage( target.accountId );
			const reply = await replyOf( target.requestUsage( path ) );
			const time = field(
				reply.body,
				'account_storage_refresh_expected_time'
			);
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
			const reply = await replyOf(
				target.request(
					`${ apps( target ) }?appId=${ target.app }`,
					post( { region: 'regions/US-C', uploadable: {} } )
				)
			);
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
			const reply = await replyOf(
				target.request(
					`${ apps( target ) }/${ target.app }/environments`,
					post( environmentBody( target ) )
				)
			);
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
			return checkOperation(
				await replyOf(
					target.request( `/fu/v1/${ environment }:upload`, {
						method: 'POST',
						body: await zipForm(),
					} )
				),
				environment
			);
		},
	},
	{
		section: '4.5',
		title: 'a refresh responds with 200 and null, and populates the expected time',
		needsAccountId: true,
		run: async ( target ) => {
			const path = usage( target.accountId );
			const refreshed = await replyOf(
				target.requestUsage( `${ path }/refresh_disk_usage`, {
					method: 'POST',
				} )
			);
			const after = await replyOf( target.requestUsage( path ) );
			const time = field(
				after.body,
				'account_storage_refresh_expected_time'
			);
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
