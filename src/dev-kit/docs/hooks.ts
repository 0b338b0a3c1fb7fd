/** The hooks that the plugin offers, read from where they fire. */

export interface Hook {
	name: string;
	kind: 'filter' | 'action';
	/** What it passes: `type $name` of each. */
	parameters: string[];
	/** First sentence of the doc block; empty where there is none. */
	says: string;
}

const FIRED =
	/(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?(?:[^\n;{}]*?)\b(apply_filters|do_action)(?:_ref_array)?\(\s*'(headless_deploy_\w+)'/g;

/** Finds the hooks in sources, each once, in the order of their names. */
export function findHooks( sources: readonly string[] ): Hook[] {
	const hooks = new Map< string, Hook >();
	for ( const source of sources ) {
		for ( const [ , block = '', call, name = '' ] of source.matchAll(
			FIRED
		) ) {
			const hook = readBlock( block );
			if ( ! hooks.get( name )?.says ) {
				hooks.set( name, {
					name,
					kind: call === 'apply_filters' ? 'filter' : 'action',
					...hook,
				} );
			}
		}
	}
	return [ ...hooks.values() ].sort( ( one, other ) =>
		one.name < other.name ? -1 : 1
	);
}

/**
 * Reads a doc block.
 *
 * @param block What stands between its stars.
 */
function readBlock( block: string ): Pick< Hook, 'parameters' | 'says' > {
	const text = block.replaceAll( /^\s*\*? ?/gm, '' ).trim();
	const [ prose = '' ] = text.split( /^@/m );
	const says = prose.replaceAll( /\s+/g, ' ' ).trim();
	return {
		says: /^.*?[.](?=\s|$)/.exec( says )?.[ 0 ] ?? says,
		parameters: [ ...text.matchAll( /^@param\s+(.+?)\s+(\$\w+)/gm ) ].map(
			( [ , type = '', variable = '' ] ) => `${ type } ${ variable }`
		),
	};
}
