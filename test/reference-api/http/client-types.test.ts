import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { operationsIn } from '../../../src/reference-api/http/openapi-components.ts';
import type { OpenApiDocument } from '../../../src/reference-api/http/openapi.ts';
import { makePlatform } from '../test-platform.ts';

const FILE = '../../../src/shared/platform-api.generated.ts';

const HEADER = `/**
 * The platform’s HTTP API as types, generated from its OpenAPI document by openapi-typescript.
 * After a change of the API run: npm run platform-types
 */

/** What an operation responds with status 200. */
export type Answer< Id extends keyof operations > =
	operations[ Id ][ 'responses' ] extends {
		200: { content: { 'application/json': infer Body } };
	}
		? Body
		: never;

`;

/** Keeps what clients use: successful responses, and the usage API under one of its two addresses. Errors are thrown. */
function forClients( document: OpenApiDocument ): OpenApiDocument {
	const { paths = {}, components: { responses: _, ...components } = {} } =
		document;
	for ( const operation of operationsIn( document ) ) {
		operation.responses = Object.fromEntries(
			Object.entries( operation.responses ?? {} ).filter(
				( [ status ] ) => status.startsWith( '2' )
			)
		);
		const { summary = '', description = '' } = operation;
		Object.assign( operation, {
			summary: `${ summary }. ${ description }`,
			description: '',
		} );
	}
	return {
		...document,
		paths: Object.fromEntries(
			Object.entries( paths ).filter(
				( [ path ] ) => ! ( `/v1${ path }` in paths )
			)
		),
		components,
	};
}

/** Members that clients need although they say what is not there: without them, any query could be sent. */
const KEPT = [ 'query', 'path' ];

/** Whether a member says nothing: a method that a path does not have, any header, or the parameters of a path. */
function saysNothing( member: ts.PropertySignature, isOfPath: boolean ) {
	const { name, questionToken, type } = member;
	const text = ts.isIdentifier( name ) ? name.text : '';
	if ( questionToken && type?.kind === ts.SyntaxKind.NeverKeyword ) {
		return ! KEPT.includes( text );
	}
	const members = type && ts.isTypeLiteralNode( type ) ? type.members : [];
	return (
		( text === 'parameters' && isOfPath ) ||
		( text === 'headers' && members.some( ts.isIndexSignatureDeclaration ) )
	);
}

/** What the type itself says, and values that stand in the document. */
const UNUSED_LINE = /^(@example|@enum|@constant|Format:)/;

/** Shortens the comment of a member. A parameter is described at its component. */
function shortenComment( member: ts.PropertySignature ): void {
	const isReference =
		member.type !== undefined &&
		astToString( member.type ).startsWith( 'components["parameters"]' );
	const [ comment ] = ts.getSyntheticLeadingComments( member ) ?? [];
	const lines = isReference
		? []
		: ( comment?.text ?? '' )
				.split( '\n' )
				.map( ( line ) => line.replace( /^ *\* ?/, '' ).trim() )
				.filter(
					( line ) => line !== '' && ! UNUSED_LINE.test( line )
				);
	const text =
		lines.length === 1
			? `* ${ lines[ 0 ] } `
			: `*\n * ${ lines.join( '\n * ' ) }\n `;
	ts.setSyntheticLeadingComments(
		member,
		comment && lines.length > 0 ? [ { ...comment, text } ] : undefined
	);
}

/** Parameters have no names of their own: clients give them by the operation. */
function isParameterAlias( node: ts.Node ): boolean {
	return (
		ts.isTypeAliasDeclaration( node ) &&
		node.name.text.startsWith( 'Parameter' )
	);
}

/** Leaves out what says nothing, and what stands elsewhere. */
function concise( nodes: ts.Node[] ): ts.Node[] {
	const { transformed } = ts.transform( nodes, [
		( context ) => ( root ) => {
			const arePaths =
				ts.isInterfaceDeclaration( root ) && root.name.text === 'paths';
			const visit: ts.Visitor = ( node ) => {
				if ( ts.isPropertySignature( node ) ) {
					if ( saysNothing( node, arePaths ) ) {
						return undefined;
					}
					shortenComment( node );
				}
				return ts.visitEachChild( node, visit, context );
			};
			return ts.visitEachChild( root, visit, context );
		},
	] );
	return transformed.filter( ( node ) => ! isParameterAlias( node ) );
}

test( 'the generated client types match the OpenAPI document', async () => {
	const platform = await makePlatform();
	const response = await platform.request( '/openapi.json' );
	const document = forClients( ( await response.json() ) as OpenApiDocument );
	const types = await openapiTypes(
		document as Parameters< typeof openapiTypes >[ 0 ],
		{
			rootTypes: true,
			rootTypesNoSchemaPrefix: true,
		}
	);
	await expect(
		HEADER + astToString( concise( types ) )
	).toMatchFileSnapshot( FILE );
} );
