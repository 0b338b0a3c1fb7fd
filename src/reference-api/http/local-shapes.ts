import { Type } from 'typebox';
import type { Static } from 'typebox';
import { time } from './shapes.ts';

const closed = { additionalProperties: false };

const uuid = Type.String( {
	format: 'uuid',
	description: 'The id that the usage API uses.',
} );

const call = Type.Object(
	{
		at: time( 'When it came.' ),
		status: Type.Integer( { minimum: 100, maximum: 599 } ),
		reason: Type.String( {
			description: 'A short reason if the call was rejected, else empty.',
		} ),
	},
	closed
);

const webhookUrl = Type.String( {
	format: 'uri',
	description: 'The full URL with its token: a secret.',
} );

export const WebhookSetShape = Type.Object(
	{
		rebuild: webhookUrl,
		cleanRebuild: webhookUrl,
		purgeCache: webhookUrl,
		createTime: time( 'When the token was created.' ),
		createdBy: Type.String(),
		lastCalls: Type.Object(
			{
				rebuild: Type.Optional( call ),
				cleanRebuild: Type.Optional( call ),
				purgeCache: Type.Optional( call ),
			},
			{
				...closed,
				description:
					'The last call per action, rejected calls included.',
			}
		),
	},
	{ ...closed, $id: 'WebhookSet', description: 'The set of webhook URLs.' }
);

export const AccountShape = Type.Object(
	{
		name: Type.String( { examples: [ 'acme' ] } ),
		id: uuid,
	},
	{ ...closed, $id: 'Account', description: 'An account.' }
);

export const AccountList = Type.Object(
	{ accounts: Type.Array( AccountShape ) },
	{ ...closed, description: 'All accounts.' }
);

export const InstallShape = Type.Object(
	{
		id: uuid,
		accountName: Type.String( { examples: [ 'acme' ] } ),
		name: Type.String( { examples: [ 'blog' ] } ),
		url: Type.String( {
			description: 'Empty if unknown.',
			examples: [ 'http://127.0.0.1:8888' ],
		} ),
	},
	{ ...closed, $id: 'Install', description: 'A WordPress install.' }
);

export const InstallList = Type.Object(
	{ installs: Type.Array( InstallShape ) },
	{ ...closed, description: 'All WordPress installs.' }
);

export type WebhookSetView = Static< typeof WebhookSetShape >;
