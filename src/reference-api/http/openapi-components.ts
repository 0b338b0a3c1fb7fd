/** What the OpenAPI document says once, as a component: named schemas, parameters and error responses. */
import { STATUS_CODES } from 'node:http';
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types';

type Response = OpenApi.ResponseObject | OpenApi.ReferenceObject;

/** The key of a parameter's schema with the name of its component, if it is not the parameter's own. */
export const COMPONENT_NAME = 'x-component';

/** Replaces each named schema by a reference, and collects the named schemas. */
export function shareSchemas(
	schema: unknown,
	named: Map< string, object >
): unknown {
	if ( typeof schema !== 'object' || schema === null ) {
		return schema;
	}
	if ( Array.isArray( schema ) ) {
		return schema.map( ( item ) => shareSchemas( item, named ) );
	}
	const entries = Object.entries( schema ).map( ( [ key, value ] ) => [
		key,
		shareSchemas( value, named ),
	] );
	const shared: Record< string, unknown > = Object.fromEntries( entries );
	const { $id } = shared;
	if ( typeof $id !== 'string' ) {
		return shared;
	}
	named.set( $id, shared );
	return { $ref: `${ $id }#` };
}

export function operationsIn(
	document: OpenApi.Document
): OpenApi.OperationObject[] {
	return Object.values( document.paths ?? {} ).flatMap( ( item ) =>
		[ item?.get, item?.post, item?.put, item?.patch, item?.delete ].flatMap(
			( operation ) => operation ?? []
		)
	);
}

/** Collects components of one kind. */
class Components< Component extends object > {
	readonly all: Record< string, Component > = {};
	readonly #kind: string;

	constructor( kind: string ) {
		this.#kind = kind;
	}

	add( name: string, component: Component ): OpenApi.ReferenceObject {
		const known = ( this.all[ name ] ??= component );
		if ( JSON.stringify( known ) !== JSON.stringify( component ) ) {
			throw new Error(
				`The OpenAPI document has two ${ this.#kind } with the name ${ name }. Set “${ COMPONENT_NAME }” of one of them.`
			);
		}
		return { $ref: `#/components/${ this.#kind }/${ name }` };
	}
}

/** Splits a parameter into the name of its component and its definition. */
function namedParameter(
	parameter: OpenApi.ParameterObject
): [ string, OpenApi.ParameterObject ] {
	const { [ COMPONENT_NAME ]: name = parameter.name, ...schema } =
		parameter.schema as Record< string, unknown >;
	return [ String( name ), { ...parameter, schema } ];
}

function errorName( status: string ): string {
	return ( STATUS_CODES[ status ] ?? 'Error' ).replaceAll( ' ', '' );
}

/** Replaces each parameter and each error response by a reference to a component. */
export function shareComponents( document: OpenApi.Document ): void {
	const parameters = new Components< OpenApi.ParameterObject >(
		'parameters'
	);
	const responses = new Components< Response >( 'responses' );
	for ( const operation of operationsIn( document ) ) {
		operation.parameters?.forEach( ( parameter, index, own ) => {
			if ( ! ( '$ref' in parameter ) ) {
				own[ index ] = parameters.add( ...namedParameter( parameter ) );
			}
		} );
		for ( const [ status, response ] of Object.entries(
			operation.responses ?? {}
		) ) {
			if ( ! status.startsWith( '2' ) && operation.responses ) {
				operation.responses[ status ] = responses.add(
					errorName( status ),
					response
				);
			}
		}
	}
	document.components = {
		...document.components,
		parameters: parameters.all,
		responses: responses.all,
	};
}
