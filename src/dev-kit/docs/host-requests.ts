/** includes/Hosting/Host_Requests.php: the requests that the plugin forwards, from the OpenAPI document of the platform. */
import type { PlatformRoute } from './platform-routes.ts';

interface ForwardedFacts {
	/** By their `operationId`. */
	forwarded: string[];
	platform: PlatformRoute[];
}

/** The plugin checks fields, types and sizes. The host checks values, and its messages say what is allowed. */
const CHECKED = [
	'type',
	'properties',
	'required',
	'additionalProperties',
	'items',
	'maxItems',
	'minLength',
	'maxLength',
	'minimum',
	'maximum',
];

/** Keeps what the plugin checks of a schema and of the schemas in it. */
function checkedPart( schema: object ): object {
	return Object.fromEntries(
		Object.entries( schema )
			.filter( ( [ key ] ) => CHECKED.includes( key ) )
			.map( ( [ key, value ] ) => {
				switch ( key ) {
					case 'items':
						return [ key, checkedPart( value ) ];
					case 'properties':
						return [
							key,
							Object.fromEntries(
								Object.entries( value as object ).map(
									( [ name, own ] ) => [
										name,
										checkedPart( own ),
									]
								)
							),
						];
					default:
						return [ key, value ];
				}
			} )
	);
}

/** Returns the routes of the platform that the plugin forwards, in its order. */
export function forwardedRoutes( {
	forwarded,
	platform,
}: ForwardedFacts ): PlatformRoute[] {
	return forwarded.map( ( id ) => {
		const route = platform.find( ( one ) => one.id === id );
		if ( route === undefined ) {
			throw new Error(
				`The platform has no operation ${ id }. Correct Hosting_Operations::FORWARDED.`
			);
		}
		return route;
	} );
}

function requestLine( { id, method, path, query, body }: PlatformRoute ) {
	const request = {
		method,
		path: path.slice( 1 ),
		...( query ? { query: checkedPart( query ) } : {} ),
		...( body ? { body: checkedPart( body ) } : {} ),
	};
	return `\t\t"${ id }": ${ JSON.stringify( request ) }`;
}

export function makeHostRequests( facts: ForwardedFacts ): string {
	const lines = forwardedRoutes( facts ).map( requestLine );
	return `<?php

declare( strict_types=1 );

namespace HeadlessDeploy\\Hosting;

/**
 * The requests that are forwarded to the host, from the OpenAPI document of the platform. Written by \`npm run docs\`.
 */
final class Host_Requests {
	private const JSON = <<<'JSON'
		{
${ lines.join( ',\n' ) }
		}
		JSON;

	/**
	 * By their \`operationId\`.
	 *
	 * @return array<string, array{method: string, path: string, query?: array<string, mixed>, body?: array<string, mixed>}>
	 */
	public static function all(): array {
		return json_decode( self::JSON, true, 512, JSON_THROW_ON_ERROR );
	}
}
`;
}
