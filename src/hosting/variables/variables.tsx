import { useState } from '@wordpress/element';
import type { ReactNode } from 'react';
import type { Answer } from '../../shared/platform-api.generated.ts';
import { useHost } from '../client/host.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { useHostQuery } from '../client/queries.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Box } from '../components/box.tsx';
import { Loaded } from '../components/loaded.tsx';
import { ReadOnly } from '../components/read-only.tsx';
import { Table } from '../components/table.tsx';
import { Time } from '../components/time.tsx';
import { EnvironmentPage } from '../environments/environment-frame.tsx';
import { __, sprintf } from '../i18n.ts';
import { PasteDotenv } from './paste-dotenv.tsx';
import {
	AddVariable,
	DeleteVariable,
	ReplaceValue,
} from './variable-dialogs.tsx';
import { PlatformVariables } from './platform-variables.tsx';
import { WaitingLine } from './waiting-line.tsx';

type Variables = Answer< 'readVariables' >;
type Variable = Variables[ 'variables' ][ number ];

const MASK = '••••••••';

/** What the open dialog is about. */
interface Open {
	dialog: 'add' | 'paste' | 'replace' | 'delete';
	key: string;
}

interface DialogProps {
	open: Open | null;
	path: EnvironmentPath;
	keys: readonly string[];
	onClose: () => void;
}

function Dialog( { open, keys, ...props }: DialogProps ) {
	switch ( open?.dialog ) {
		case 'add':
			return <AddVariable { ...props } keys={ keys } />;
		case 'paste':
			return <PasteDotenv { ...props } />;
		case 'replace':
			return <ReplaceValue { ...props } name={ open.key } />;
		case 'delete':
			return <DeleteVariable { ...props } name={ open.key } />;
		default:
			return null;
	}
}

function RowActions( {
	name,
	onOpen,
}: {
	name: string;
	onOpen: ( open: Open ) => void;
} ) {
	/* translators: %s: name of a variable. */
	const replace = __( 'Set new value of %s', 'headless-deploy' );
	/* translators: %s: name of what is deleted. */
	const remove = __( 'Delete %s', 'headless-deploy' );
	return (
		<>
			<ActionButton
				variant="link"
				label={ sprintf( replace, name ) }
				onClick={ () => onOpen( { dialog: 'replace', key: name } ) }
			>
				{ __( 'Set new value', 'headless-deploy' ) }
			</ActionButton>
			<ActionButton
				variant="link"
				label={ sprintf( remove, name ) }
				onClick={ () => onOpen( { dialog: 'delete', key: name } ) }
			>
				{ __( 'Delete', 'headless-deploy' ) }
			</ActionButton>
		</>
	);
}

function Key( { variable }: { variable: Variable } ) {
	return (
		<>
			<code>{ variable.key }</code>
			{ variable.isReserved && (
				<p className="hd-hint">
					{ __(
						'Not used: the platform sets it',
						'headless-deploy'
					) }
				</p>
			) }
		</>
	);
}

interface TableProps {
	variables: readonly Variable[];
	mayChange: boolean;
	onOpen: ( open: Open ) => void;
}

function VariableTable( { variables, mayChange, onOpen }: TableProps ) {
	const actions = {
		title: __( 'Actions', 'headless-deploy' ),
		isActions: true,
		render: ( { key }: Variable ): ReactNode => (
			<RowActions name={ key } onOpen={ onOpen } />
		),
	};
	return (
		<Table
			caption={ __( 'Your variables', 'headless-deploy' ) }
			rows={ variables }
			keyOf={ ( { key } ) => key }
			columns={ [
				{
					title: __( 'Key', 'headless-deploy' ),
					render: ( variable ) => <Key variable={ variable } />,
				},
				{
					title: __( 'Value', 'headless-deploy' ),
					render: () => (
						<>
							<span aria-hidden="true">{ MASK }</span>
							<span className="screen-reader-text">
								{ __( 'hidden', 'headless-deploy' ) }
							</span>
						</>
					),
				},
				{
					title: __( 'Set', 'headless-deploy' ),
					atEnd: true,
					render: ( { setTime } ) => <Time at={ setTime } />,
				},
				...( mayChange ? [ actions ] : [] ),
			] }
		/>
	);
}

function OwnVariables( {
	path,
	facts,
}: {
	path: EnvironmentPath;
	facts: Variables;
} ) {
	const { mayWrite } = useHost();
	const [ open, setOpen ] = useState< Open | null >( null );
	const { variables } = facts;
	const mayChange = mayWrite( path.account );
	const buttons = (
		<div className="hd-buttons">
			<ActionButton
				compact
				onClick={ () => setOpen( { dialog: 'paste', key: '' } ) }
			>
				{ __( 'Paste a .env file', 'headless-deploy' ) }
			</ActionButton>
			<ActionButton
				compact
				variant="primary"
				onClick={ () => setOpen( { dialog: 'add', key: '' } ) }
			>
				{ __( 'Add a variable', 'headless-deploy' ) }
			</ActionButton>
		</div>
	);
	return (
		<>
			<Box
				isFlush={ variables.length > 0 }
				title={ __( 'Your variables', 'headless-deploy' ) }
				actions={ mayChange && buttons }
			>
				{ variables.length === 0 ? (
					<p className="hd-muted">
						{ __( 'No variables.', 'headless-deploy' ) }
					</p>
				) : (
					<VariableTable
						variables={ variables }
						mayChange={ mayChange }
						onOpen={ setOpen }
					/>
				) }
			</Box>
			<p className="hd-hint hd-below">
				{ __(
					'Values can be replaced, but not read, here or in the API. Logs show them as ••••.',
					'headless-deploy'
				) }
			</p>
			{ ! mayChange && <ReadOnly /> }
			<Dialog
				open={ open }
				path={ path }
				keys={ variables.map( ( { key } ) => key ) }
				onClose={ () => setOpen( null ) }
			/>
		</>
	);
}

/** The shell variables of an environment: their keys, never their values. */
export function VariablesScreen( { path }: { path: EnvironmentPath } ) {
	const query = useHostQuery( {
		operation: 'readVariables',
		topics: [ 'environments', 'builds', 'installs' ],
		key: { ...path },
		read: ( client, signal ) =>
			client.GET(
				'/_local/accounts/{account}/apps/{app}/environments/{environment}/variables',
				{ params: { path: { ...path } }, signal }
			),
	} );
	return (
		<EnvironmentPage path={ path } tab="variables">
			{ () => (
				<Loaded query={ query }>
					{ ( facts ) => (
						<>
							<WaitingLine path={ path } facts={ facts } />
							<OwnVariables path={ path } facts={ facts } />
							<PlatformVariables
								variables={ facts.platformVariables }
								ownKeys={ facts.variables.map(
									( { key } ) => key
								) }
							/>
						</>
					) }
				</Loaded>
			) }
		</EnvironmentPage>
	);
}
