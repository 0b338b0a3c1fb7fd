/**
 * What the routes take. Values with a meaning (regions, names, branches) are judged by the service behind them,
 * so that all doors refuse alike; the schemas say only what is a string and what must be there.
 */
import { Type } from 'typebox';

const closed = { additionalProperties: false };

export const CreateAccountBody = Type.Object( { name: Type.String() }, closed );

export const AccountParams = Type.Object( { account: Type.String() } );

export const AppParams = Type.Object( {
	account: Type.String(),
	app: Type.String(),
} );

export const EnvironmentParams = Type.Object( {
	account: Type.String(),
	app: Type.String(),
	environment: Type.String(),
} );

export const OperationParams = Type.Object( {
	account: Type.String(),
	app: Type.String(),
	environment: Type.String(),
	operation: Type.String(),
} );

export const CreateAppQuery = Type.Object( { appId: Type.String() } );

export const CreateAppBody = Type.Object(
	{
		region: Type.String( { maxLength: 200 } ),
		uploadable: Type.Object( {}, closed ),
	},
	closed
);

export const CreateEnvironmentBody = Type.Object(
	{
		displayName: Type.String(),
		branch: Type.String(),
		wpEnvironment: Type.String(),
		shellVariables: Type.Optional(
			Type.Array(
				Type.Object(
					{ key: Type.String(), value: Type.String() },
					closed
				)
			)
		),
	},
	closed
);

export const BuildsQuery = Type.Object( {
	pageSize: Type.Optional( Type.Integer( { minimum: 1, maximum: 1000 } ) ),
	pageToken: Type.Optional( Type.String() ),
	orderBy: Type.Optional(
		Type.Union( [
			Type.Literal( 'createTime desc' ),
			Type.Literal( 'createTime asc' ),
			Type.Literal( 'createTime' ),
		] )
	),
} );
