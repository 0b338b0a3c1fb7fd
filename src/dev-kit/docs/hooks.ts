export interface Hook {
	name: string;
	kind: 'filter' | 'action';
	/** `type $name` of each. */
	parameters: string[];
	/** First sentence of the doc block; empty without one. */
	summary: string;
}

const HOOK_CALL =
	/(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?(?:[^\n;{}]*?)\b(apply_filters|do_action)(?:_ref_array)?\(\s*'(headless_deploy_\w+)'/g;

/** Finds each hook once, sorted by name. */
export function findHooks( sources: readonly string[] ): Hook[] {
	const hooks = new Map< string, Hook >();
	for ( const source of sources ) {
		for ( const [ , block = '', call, name = '' ] of source.matchAll(
			HOOK_CALL
		) ) {
			const hook = readBlock( block );
			if ( ! hooks.get( name )?.summary ) {
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

/** @param block The text of a doc block, with the asterisks of its lines. */
function readBlock( block: string ): Pick< Hook, 'parameters' | 'summary' > {
	const text = block.replaceAll( /^\s*\*? ?/gm, '' ).trim();
	const [ prose = '' ] = text.split( /^@/m );
	const summary = prose.replaceAll( /\s+/g, ' ' ).trim();
	return {
		summary: /^.*?[.](?=\s|$)/.exec( summary )?.[ 0 ] ?? summary,
		parameters: [ ...text.matchAll( /^@param\s+(.+?)\s+(\$\w+)/gm ) ].map(
			( [ , type = '', variable = '' ] ) => `${ type } ${ variable }`
		),
	};
}
