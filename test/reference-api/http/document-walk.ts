/**
 * Sends the requests of the scripts and the requests that every route rejects, and compares all responses with
 * the document.
 */
import { request } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlatform } from '../../../src/reference-api/server.ts';
import type { Platform } from '../../../src/reference-api/server.ts';
import { basic, CHEAP } from '../test-platform.ts';
import { isOnPurpose, withBrokenDatabase } from './broken-database.ts';
import { answerProblems, EVENTS, requestProblems } from './document-check.ts';
import type { Answer, Document, Operation } from './document-check.ts';

const USER = 'writer';
const PASSWORD = 'correct horse';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const TOO_LONG = 'x'.repeat( 301 );
const BODY_LIMIT = 1024 * 1024;

export type Params = Record< string, string >;

/** Sends a request of the operation, and answers what came. */
export type Send = (
	params: Params,
	options?: {
		query?: string;
		json?: unknown;
		init?: RequestInit;
		/** A refusal: the request need not be as documented. */
		isWrong?: boolean;
	}
) => Promise< Answer >;

/** Sends what an operation takes; the first request of a script is a good one. */
export type Script = ( send: Send, context: ScriptContext ) => Promise< void >;

/** What the scripts receive. */
export interface ScriptContext {
	platform: Platform;
	/** Sends a request as the API user with the role `write`. */
	request: ( path: string, init?: RequestInit ) => Promise< Response >;
}

export interface Walk {
	document: Document;
	/** Sends a request as the API user with the role `write`. */
	request: ScriptContext[ 'request' ];
	run: (
		operation: Operation,
		script: Script | undefined
	) => Promise< { statuses: Set< number >; problems: string[] } >;
	close: () => Promise< void >;
}

function addressOf( operation: Operation, params: Params ): string {
	return operation.path.replace( /\{(\w+)\}/g, ( _all, name: string ) => {
		const value = params[ name ];
		if ( value === undefined ) {
			throw new Error(
				`${ operation.operationId }: ${ name } is missing.`
			);
		}
		return value;
	} );
}

/** Reads a whole answer, or the first event of a stream that does not end. */
async function read( response: Response ): Promise< Answer > {
	const { status, headers, body } = response;
	if ( ! headers.get( 'content-type' )?.startsWith( EVENTS ) ) {
		return { status, headers, text: await response.text() };
	}
	const events = body?.getReader();
	const first = await events?.read();
	await events?.cancel();
	return { status, headers, text: new TextDecoder().decode( first?.value ) };
}

/** Asks under another host name, which fetch cannot. */
function askForeignHost( url: string, method: string ): Promise< Answer > {
	return new Promise( ( resolve, reject ) => {
		const headers = { host: 'elsewhere.example' };
		request( url, { method, headers }, ( response ) => {
			let text = '';
			response.setEncoding( 'utf8' );
			response.on( 'data', ( chunk ) => ( text += chunk ) );
			response.on( 'end', () =>
				resolve( {
					status: response.statusCode ?? 0,
					headers: new Headers(
						response.headers as Record< string, string >
					),
					text,
				} )
			);
		} )
			.on( 'error', reject )
			.end();
	} );
}

/** The requests that the guard, the router and the body parsers reject. */
function commonRefusals(
	operation: Operation,
	params: Params,
	query: string,
	stranger: string
): Record< string, [ url: string, init: RequestInit ][] > {
	const { method } = operation;
	const writer = basic( USER, PASSWORD );
	const url = addressOf( operation, params ) + query;
	const as = ( authorization: string, init: RequestInit = {} ) => ( {
		method,
		...init,
		headers: { authorization, ...init.headers },
	} );
	const json = { 'content-type': 'application/json' };
	const changed = ( value: string ) => {
		const names = Object.keys( params );
		const entries = names.map( ( name ) => [ name, value ] );
		return addressOf( operation, Object.fromEntries( entries ) as Params );
	};
	// The body of each request but GET is read, whether the route uses it or not.
	const readsBody = method.toUpperCase() !== 'GET';
	return {
		401: [ [ url, { method } ] ],
		403: [ [ url, as( stranger ) ] ],
		400: [
			...( Object.keys( params ).length > 0
				? [
						[ changed( '%zz' ), as( writer ) ] as [
							string,
							RequestInit,
						],
					]
				: [] ),
			...( readsBody
				? [
						[ url, as( writer, { headers: json, body: '{' } ) ] as [
							string,
							RequestInit,
						],
					]
				: [] ),
			[
				`${ url.split( '?' )[ 0 ] }?limit=x&pageSize=x&offset=x`,
				as( writer ),
			],
		],
		404:
			Object.keys( params ).length > 0
				? [
						[ changed( 'none' ) + query, as( writer ) ],
						[ changed( UNKNOWN_ID ) + query, as( writer ) ],
					]
				: [],
		413: [
			[
				url,
				as( writer, {
					headers: json,
					body: 'x'.repeat( BODY_LIMIT + 1 ),
				} ),
			],
		],
		414:
			Object.keys( params ).length > 0
				? [ [ changed( TOO_LONG ), as( writer ) ] ]
				: [],
		415: [
			[
				url,
				as( writer, {
					headers: { 'content-type': 'text/csv' },
					body: 'a',
				} ),
			],
		],
	};
}

class Runner {
	readonly statuses = new Set< number >();
	readonly problems: string[] = [];
	first: { params: Params; query: string } | null = null;
	readonly #document: Document;
	readonly #operation: Operation;
	readonly #url: string;

	constructor( document: Document, operation: Operation, url: string ) {
		this.#document = document;
		this.#operation = operation;
		this.#url = url;
	}

	judge( answer: Answer ): Answer {
		this.statuses.add( answer.status );
		this.problems.push(
			...answerProblems( this.#document, this.#operation, answer )
		);
		return answer;
	}

	readonly send: Send = async ( params, options = {} ) => {
		const { query = '', json, init = {}, isWrong = false } = options;
		const isFirst = this.first === null;
		this.first ??= { params, query };
		if ( ! isWrong ) {
			this.problems.push(
				...requestProblems(
					this.#document,
					this.#operation,
					new URLSearchParams( query ),
					json
				)
			);
		}
		const url = addressOf( this.#operation, params ) + query;
		const body =
			json === undefined
				? {}
				: {
						headers: { 'content-type': 'application/json' },
						body: JSON.stringify( json ),
					};
		const all = { ...body, ...init };
		const ask = async () =>
			this.judge(
				await read(
					await fetch( this.#url + url, {
						method: this.#operation.method,
						redirect: 'manual',
						...all,
						headers: {
							authorization: basic( USER, PASSWORD ),
							...( all.headers as Record< string, string > ),
						},
					} )
				)
			);
		if ( isFirst ) {
			await withBrokenDatabase( ask );
		}
		const answer = await ask();
		if ( ! isWrong && answer.status >= 300 ) {
			this.problems.push(
				`${ this.#operation.operationId }: a good request was answered ${ answer.status } ${ answer.text }`
			);
		}
		return answer;
	};

	async refusals( stranger: string ): Promise< void > {
		const { params, query } = this.first ?? { params: {}, query: '' };
		const all = commonRefusals( this.#operation, params, query, stranger );
		for ( const [ status, requests ] of Object.entries( all ) ) {
			if ( status in this.#operation.responses ) {
				for ( const [ path, init ] of requests ) {
					this.judge(
						await read( await fetch( this.#url + path, init ) )
					);
				}
			}
		}
		this.judge(
			await askForeignHost(
				this.#url + addressOf( this.#operation, params ) + query,
				this.#operation.method
			)
		);
	}
}

/** Starts a platform with small limits, and reads its document. */
export async function makeWalk(): Promise< Walk > {
	const dataFolder = await mkdtemp( join( tmpdir(), 'headless-deploy-' ) );
	const platform = await startPlatform( {
		dataFolder,
		port: 0,
		user: USER,
		password: PASSWORD,
		passwordCost: CHEAP,
		accounts: [ 'acme' ],
		wordpress: { blog: 'http://127.0.0.1:9' },
		limits: {
			buildsPerMinute: 2,
			usageRefreshesPerMinute: 3,
			maxUploadBytes: 64 * 1024,
			uploadIdleSeconds: 1,
		},
		onError: ( error ) => {
			if ( ! isOnPurpose( error ) ) {
				throw error;
			}
		},
	} );
	const { url } = platform;
	const requestAsWriter = ( path: string, init: RequestInit = {} ) =>
		fetch( url + path, {
			redirect: 'manual',
			...init,
			headers: {
				authorization: basic( USER, PASSWORD ),
				...( init.headers as Record< string, string > ),
			},
		} );
	await requestAsWriter( '/_local/users', {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify( {
			id: 'stranger',
			password: PASSWORD,
		} ),
	} );
	// Belongs to no account.
	const stranger = basic( 'stranger', PASSWORD );
	const document = ( await (
		await requestAsWriter( '/openapi.json' )
	).json() ) as Document;
	return {
		document,
		request: requestAsWriter,
		run: async ( operation, script ) => {
			const runner = new Runner( document, operation, url );
			await script?.( runner.send, {
				platform,
				request: requestAsWriter,
			} );
			await runner.refusals( stranger );
			return runner;
		},
		close: async () => {
			await platform.close();
			await rm( dataFolder, { recursive: true, force: true } );
		},
	};
}
