import { QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { portalRoutes } from '../../src/portal/routes.tsx';
import type { Host } from '../../src/hosting/client/host.ts';
import {
	createQueryClient,
	refetchStale,
} from '../../src/hosting/client/queries.ts';
import type { StaleData } from '../../src/hosting/client/queries.ts';
import { HostingHome } from '../../src/hosting/home.tsx';
import type { PageStyle } from '../../src/ui/page-style.tsx';
import { HostingScreens } from '../../src/hosting/screens.tsx';
import { createPlatformClient } from '../../src/platform-client/platform-client.ts';
import { PlatformError } from '../../src/platform-client/platform-error.ts';
import type { paths } from '../../src/shared/platform-api.generated.ts';

// A busy machine may need more than the library’s second.
configure( { asyncUtilTimeout: 5_000 } );

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Operation< M extends Method, Path extends keyof paths > =
	paths[ Path ] extends Record< Lowercase< M >, infer Found >
		? NonNullable< Found >
		: never;

type Content< Response > = Response extends {
	content: { 'application/json': infer Json };
}
	? Json
	: Response extends { content: { 'text/plain': infer Text } }
		? Text
		: null;

/** The body of the successful response; null without one. */
type Body< M extends Method, Path extends keyof paths > =
	Operation< M, Path > extends { responses: infer Responses }
		? Content< Responses[ keyof Responses & ( 200 | 201 | 204 ) ] >
		: never;

/** A request that a screen sent. */
export interface Call {
	method: Method;
	/** With its query. */
	path: string;
	body: unknown;
}

type AnswerOf< Result > =
	| Result
	| PlatformError
	| ( ( call: Call ) => Result | PlatformError | Promise< Result > );

interface Route {
	method: Method;
	pattern: RegExp;
	answer: AnswerOf< unknown >;
}

function patternOf( path: string ): RegExp {
	return new RegExp( `^${ path.replace( /\{\w+\}/g, '[^/]+' ) }$` );
}

function toResponse( result: unknown ): Response {
	if ( result instanceof PlatformError ) {
		const { message, field, status } = result;
		return Response.json( { message, field }, { status } );
	}
	if ( result === null ) {
		return new Response( null, { status: 204 } );
	}
	return typeof result === 'string'
		? new Response( result )
		: Response.json( result );
}

/** A fake of the host’s API. The answer that was given last for an operation counts. */
export class FakeHost {
	readonly calls: Call[] = [];
	readonly #routes: Route[] = [];

	/** Answers an operation with a body, an error, or what a function returns. */
	on< M extends Method, Path extends keyof paths & string >(
		method: M,
		path: Path,
		answer: AnswerOf< Body< M, Path > >
	): this {
		this.#routes.unshift( { method, pattern: patternOf( path ), answer } );
		return this;
	}

	/** The calls with a method whose path contains `path`. */
	callsOf( method: Method, path: string ): Call[] {
		return this.calls.filter(
			( call ) => call.method === method && call.path.includes( path )
		);
	}

	readonly fetch = async ( request: Request ): Promise< Response > => {
		const { pathname, search } = new URL( request.url );
		const text = await request.text();
		const call: Call = {
			method: request.method as Method,
			path: pathname + search,
			body: text === '' ? undefined : JSON.parse( text ),
		};
		this.calls.push( call );
		const route = this.#routes.find(
			( { method, pattern } ) =>
				method === call.method && pattern.test( pathname )
		);
		if ( route === undefined ) {
			return toResponse(
				new PlatformError(
					`The test answers no ${ call.method } ${ pathname }.`,
					404
				)
			);
		}
		const { answer } = route;
		return toResponse(
			typeof answer === 'function' ? await answer( call ) : answer
		);
	};
}

export type HostOptions = Partial< Host > &
	Partial< Pick< PageStyle, 'setTabIcon' > >;

/** Shows an element as a screen at an address. */
export function showOnHost(
	children: ReactNode,
	server: FakeHost,
	{ setTabIcon = () => {}, ...host }: HostOptions = {},
	address = '/'
) {
	const queries = createQueryClient();
	const location = memoryLocation( {
		path: address.replace( /\?.*/, '' ),
		searchPath: address.replace( /^[^?]*\??/, '' ),
		record: true,
	} );
	const value: Host = {
		client: createPlatformClient( {
			baseUrl: 'http://host.test',
			fetch: server.fetch,
		} ),
		upload: async () => {},
		resumesUploads: false,
		maxUploadBytes: 104_857_600,
		has: () => true,
		mayWrite: () => true,
		install: '',
		site: null,
		api: null,
		pollMs: false,
		...host,
	};
	const style: Partial< PageStyle > = {
		setTabIcon,
		formatTime: ( at, form ) =>
			form === 'clock'
				? at.toISOString().slice( 11, 16 )
				: at.toISOString().slice( 0, 16 ).replace( 'T', ' ' ),
	};
	render(
		<QueryClientProvider client={ queries }>
			<Router hook={ location.hook } searchHook={ location.searchHook }>
				<HostingHome host={ value } style={ style }>
					{ children }
				</HostingHome>
			</Router>
		</QueryClientProvider>
	);
	return {
		user: userEvent.setup(),
		/** The address of the screen that is shown. */
		address: () => location.history.at( -1 ),
		go: location.navigate,
		/** What the host’s event stream reports. */
		makeStale: ( ...changes: StaleData[] ) =>
			refetchStale( queries, changes ),
	};
}

/** Shows the screen of an address. */
export function openScreen(
	address: string,
	server: FakeHost,
	host: HostOptions = {}
) {
	return showOnHost(
		<HostingScreens>{ portalRoutes }</HostingScreens>,
		server,
		host,
		address
	);
}
