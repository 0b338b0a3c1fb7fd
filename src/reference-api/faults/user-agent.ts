const BROWSERS: readonly [ string, RegExp ][] = [
	[ 'Firefox', /\bFirefox\/(\d+)/ ],
	[ 'Edge', /\bEdg\/(\d+)/ ],
	[ 'Chrome', /\bChrome\/(\d+)/ ],
	[ 'Safari', /\bVersion\/(\d+)\S* Safari\// ],
];

const MAX_LENGTH = 60;

/** Returns the program that a `User-Agent` header names, for example "WordPress 7.1" or "curl 8.14". */
export function programName( agent: string | undefined ): string {
	const text = agent?.trim() ?? '';
	for ( const [ name, pattern ] of BROWSERS ) {
		const version = pattern.exec( text )?.[ 1 ];
		if ( version !== undefined ) {
			return `${ name } ${ version }`;
		}
	}
	const [ , name = '', version = '' ] =
		/^([^\s/;(]+)(?:\/v?(\d+(?:\.\d+)?))?/.exec( text ) ?? [];
	return name === ''
		? 'Unknown'
		: `${ name } ${ version }`.trim().slice( 0, MAX_LENGTH );
}
