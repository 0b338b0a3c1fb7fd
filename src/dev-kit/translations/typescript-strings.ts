import ts from 'typescript';
import { DOMAIN } from './message.ts';
import type { Message } from './message.ts';

/** The number of texts that a function takes, before the domain. */
const FUNCTIONS: Record< string, 1 | 2 > = { __: 1, _n: 2, _x: 2 };

/** @throws {Error} Where a text is not a literal, so that it cannot be translated. */
export function typescriptMessages( source: string, file: string ): Message[] {
	const tree = ts.createSourceFile(
		file,
		source,
		ts.ScriptTarget.Latest,
		true
	);
	const found: Message[] = [];
	const visit = ( node: ts.Node ): void => {
		const name = ts.isCallExpression( node )
			? calledName( node.expression )
			: '';
		if ( ts.isCallExpression( node ) && Object.hasOwn( FUNCTIONS, name ) ) {
			found.push( readCall( node, name, tree, file ) );
		}
		ts.forEachChild( node, visit );
	};
	visit( tree );
	return found;
}

/** Returns the name of the called function, also in the form that a bundler writes: `(0, i.__)( … )`. */
function calledName( callee: ts.Expression ): string {
	if ( ts.isParenthesizedExpression( callee ) ) {
		return calledName( callee.expression );
	}
	if ( ts.isBinaryExpression( callee ) ) {
		return calledName( callee.right );
	}
	if ( ts.isPropertyAccessExpression( callee ) ) {
		return callee.name.text;
	}
	return ts.isIdentifier( callee ) ? callee.text : '';
}

function readCall(
	call: ts.CallExpression,
	name: string,
	tree: ts.SourceFile,
	file: string
): Message {
	const [ text, second ] = call.arguments
		.slice( 0, FUNCTIONS[ name ] )
		.map( literal );
	const domain = call.arguments.at( -1 );
	if (
		text === null ||
		text === undefined ||
		second === null ||
		! domain ||
		literal( domain ) !== DOMAIN
	) {
		const { line } = tree.getLineAndCharacterOfPosition( call.getStart() );
		throw new Error(
			`${ file }:${ line + 1 } translates a text that is not a literal or lacks the domain ${ DOMAIN }: ${ call.getText() }`
		);
	}
	return {
		text,
		plural: name === '_n' ? ( second ?? null ) : null,
		context: name === '_x' ? ( second ?? null ) : null,
		comments: commentsOf( call, tree ),
		files: [ file ],
	};
}

function literal( node: ts.Expression ): string | null {
	return ts.isStringLiteralLike( node ) ? node.text : null;
}

/** Reads the comment for translators before a text, its call, or the statement of the call. */
function commentsOf( call: ts.CallExpression, tree: ts.SourceFile ): string[] {
	const nodes: ts.Node[] = [ call.arguments[ 0 ] ?? call, call ];
	let outer: ts.Node = call;
	while ( ! ts.isStatement( outer ) && ! ts.isFunctionLike( outer.parent ) ) {
		outer = outer.parent;
		nodes.push( outer );
	}
	const takesValues = /%(\d\$)?[sd]/.test(
		call.arguments[ 0 ]?.getText() ?? ''
	);
	return (
		( takesValues ? nodes : nodes.slice( 0, 2 ) )
			.map( ( node ) => commentsBefore( node, tree ) )
			.find( ( comments ) => comments.length > 0 ) ?? []
	);
}

function commentsBefore( node: ts.Node, tree: ts.SourceFile ): string[] {
	const source = tree.getFullText();
	const start = node.getFullStart();
	return [
		// After an operator, TypeScript counts a comment on the same line as trailing.
		...( ts.getTrailingCommentRanges( source, start ) ?? [] ),
		...( ts.getLeadingCommentRanges( source, start ) ?? [] ),
	]
		.map( ( { pos, end } ) => source.slice( pos, end ) )
		.filter( ( comment ) => comment.includes( 'translators:' ) )
		.map( ( comment ) =>
			comment
				.replace( /^\/[/*]+|\*\/$/g, '' )
				.replace( /\s*\n\s*\*?\s*/g, ' ' )
				.replace( 'translators:', '' )
				.trim()
		);
}
