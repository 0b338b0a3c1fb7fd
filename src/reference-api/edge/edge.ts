/**
 * The CDN in front of one environment: answers from its cache, else asks the application.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Application } from '../builds/application.ts';
import { isOwnHost } from '../http/guard.ts';
import { EdgeCache, isStorable } from './cache.ts';
import type { CachedAnswer } from './cache.ts';
import {
	NO_ANSWER,
	NOTHING_DEPLOYED,
	NOT_A_PATH,
	NOT_RUNNING,
	sendPage,
	wrongHost,
} from './page.ts';
import { askApplication, collect, giveAnswer } from './proxy.ts';

const MAX_KEPT_BODY_BYTES = 8 * 1024 * 1024;
/**
 * What the application is not told when its answer is for everybody: a whole answer is wanted, whatever this one
 * visitor has already, and nothing may shape it that the cache does not know it by.
 */
const NOT_FOR_ALL = [
	'if-none-match',
	'if-modified-since',
	'if-match',
	'if-unmodified-since',
	'x-host',
	'x-http-method',
	'x-http-method-override',
	'x-method-override',
	'x-original-host',
	'x-original-url',
	'x-rewrite-url',
];

export interface EdgeOptions {
	generation: number;
	/** The edge's own host name and port, known once it listens. */
	host: () => string;
	allowHosts: readonly string[];
	application: () => Application | null;
	hasRelease: () => boolean;
}

function hasBody( { headers }: IncomingMessage ): boolean {
	return (
		headers[ 'transfer-encoding' ] !== undefined ||
		( headers[ 'content-length' ] ?? '0' ) !== '0'
	);
}

function mayUseCache( request: IncomingMessage ): boolean {
	return (
		( request.method === 'GET' || request.method === 'HEAD' ) &&
		! hasBody( request ) &&
		request.headers.authorization === undefined &&
		request.headers.range === undefined
	);
}

function isNotModified(
	request: IncomingMessage,
	answer: CachedAnswer
): boolean {
	const wanted = request.headers[ 'if-none-match' ];
	const etag = answer.headers.etag?.replace( /^W\//, '' );
	return (
		answer.status === 200 &&
		etag !== undefined &&
		wanted !== undefined &&
		wanted
			.split( ',' )
			.some( ( tag ) => tag.trim().replace( /^W\//, '' ) === etag )
	);
}

/** One environment's edge. */
export class Edge {
	readonly cache: EdgeCache;
	readonly #options: EdgeOptions;
	/** Misses that the application is being asked for; others who want the same wait for them. */
	readonly #flights = new Map< string, Promise< void > >();

	constructor( options: EdgeOptions ) {
		this.#options = options;
		this.cache = new EdgeCache( options.generation );
	}

	/**
	 * Answers a request; never throws.
	 *
	 * @param request  The request.
	 * @param response The response.
	 */
	async handle(
		request: IncomingMessage,
		response: ServerResponse
	): Promise< void > {
		const { host, allowHosts } = this.#options;
		if ( ! isOwnHost( request.headers.host, host(), allowHosts ) ) {
			return sendPage( response, wrongHost( host() ) );
		}
		if ( ! request.url?.startsWith( '/' ) ) {
			return sendPage( response, NOT_A_PATH );
		}
		// Host names know no case; applications and the cache do.
		request.headers.host = request.headers.host?.toLowerCase();
		const gone = new AbortController();
		response.on( 'close', () => gone.abort() );
		try {
			await ( mayUseCache( request )
				? this.#answerFromCache( request, response, gone.signal )
				: this.#pass( request, response, gone.signal ) );
		} catch {
			if ( ! gone.signal.aborted ) {
				sendPage( response, NO_ANSWER );
			}
		}
		return undefined;
	}

	#hit( request: IncomingMessage, response: ServerResponse ): boolean {
		const url = request.url ?? '/';
		const { headers } = request;
		const answer = this.cache.find( { method: 'GET', url, headers } );
		if ( ! answer ) {
			return false;
		}
		this.cache.countHit();
		const notModified = isNotModified( request, answer );
		const hasLength = ! notModified && answer.status !== 204;
		const length = hasLength
			? { 'content-length': String( answer.body.length ) }
			: {};
		response.writeHead( notModified ? 304 : answer.status, {
			...answer.headers,
			...length,
			'x-cache': 'HIT',
		} );
		response.end(
			notModified || request.method === 'HEAD' ? undefined : answer.body
		);
		return true;
	}

	async #answerFromCache(
		request: IncomingMessage,
		response: ServerResponse,
		signal: AbortSignal
	): Promise< void > {
		if ( this.#hit( request, response ) ) {
			return undefined;
		}
		if ( request.method === 'HEAD' ) {
			return this.#pass( request, response, signal );
		}
		const flight = `${ this.cache.generation } ${ request.url }`;
		const leader = this.#flights.get( flight );
		if ( leader ) {
			await leader;
			// What could not be kept is asked for by each visitor alone, and all at once.
			return this.#hit( request, response )
				? undefined
				: this.#miss( request, response, signal, () => {} );
		}
		let land = (): void => {};
		this.#flights.set(
			flight,
			new Promise( ( resolve ) => ( land = resolve ) )
		);
		const landed = (): void => {
			this.#flights.delete( flight );
			land();
		};
		try {
			return await this.#miss( request, response, signal, landed );
		} finally {
			landed();
		}
	}

	/**
	 * Asks the application, and keeps the answer if it may be kept.
	 *
	 * @param request  The request.
	 * @param response The response.
	 * @param signal   Ends the work, when the visitor leaves.
	 * @param decided  Told as soon as it is known whether the answer is kept.
	 */
	async #miss(
		request: IncomingMessage,
		response: ServerResponse,
		signal: AbortSignal,
		decided: () => void
	): Promise< void > {
		const application = this.#applicationOr503( response );
		if ( ! application ) {
			return;
		}
		const { generation } = this.cache;
		const asked = {
			method: 'GET',
			url: request.url ?? '/',
			headers: request.headers,
		};
		const answer = await askApplication(
			application.pool,
			request,
			NOT_FOR_ALL,
			signal
		);
		this.cache.countMiss();
		const { status, headers } = answer;
		if ( ! isStorable( asked, status, headers ) ) {
			decided();
			await giveAnswer( response, answer, 'BYPASS' );
			return;
		}
		const body = await collect( answer.body, MAX_KEPT_BODY_BYTES );
		if ( Buffer.isBuffer( body ) ) {
			this.cache.store( generation, asked, { status, headers, body } );
		}
		// Those who wait do not depend on how fast this visitor reads.
		decided();
		await giveAnswer( response, { status, headers, body }, 'MISS' );
	}

	/**
	 * Hands the request through as it is.
	 *
	 * @param request  The request.
	 * @param response The response.
	 * @param signal   Ends the work, when the visitor leaves.
	 */
	async #pass(
		request: IncomingMessage,
		response: ServerResponse,
		signal: AbortSignal
	): Promise< void > {
		const application = this.#applicationOr503( response );
		if ( application ) {
			const answer = await askApplication(
				application.pool,
				request,
				[],
				signal
			);
			await giveAnswer( response, answer, 'BYPASS' );
		}
	}

	#applicationOr503( response: ServerResponse ): Application | null {
		const application = this.#options.application();
		if ( ! application ) {
			sendPage(
				response,
				this.#options.hasRelease() ? NOT_RUNNING : NOTHING_DEPLOYED
			);
		}
		return application;
	}
}
