import { SelectControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { useLocation } from 'wouter';
import { addresses } from '../addresses.ts';
import { useHostChange, useHostQuery } from '../client/queries.ts';
import { ActionButton } from '../components/action-button.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Field } from '../components/field.tsx';
import { LinkButton } from '../components/link-button.tsx';
import { Loaded } from '../components/loaded.tsx';
import { useNotice } from '../components/notice-line.tsx';
import { Page } from '../components/page.tsx';
import { __ } from '../i18n.ts';
import type { Answer } from '../../shared/platform-api.generated.ts';

type Region = Answer< 'listRegions' >[ 'regions' ][ number ];

function NewAppForm( {
	account,
	regions,
}: {
	account: string;
	regions: readonly Region[];
} ) {
	const [ appId, setAppId ] = useState( '' );
	const [ region, setRegion ] = useState(
		regions[ 0 ]?.name ?? 'regions/US-C'
	);
	const [ , navigate ] = useLocation();
	const showNotice = useNotice();
	const { mutate, isPending, error } = useHostChange( ( client ) =>
		client.POST( '/v1/accounts/{account}/apps', {
			params: { path: { account }, query: { appId } },
			body: { region, uploadable: {} },
		} )
	);
	const showNewEnvironment = () => {
		showNotice(
			__( 'App created. Add an environment to it.', 'headless-deploy' )
		);
		navigate( addresses.newEnvironment( account, appId ) );
	};
	return (
		<form
			className="hd-box hd-box--padded hd-form"
			onSubmit={ ( event ) => {
				event.preventDefault();
				mutate( undefined, { onSuccess: showNewEnvironment } );
			} }
		>
			<ErrorNotice error={ error } fields={ [ 'appId' ] } />
			<Field
				name="appId"
				label={ __( 'Name', 'headless-deploy' ) }
				hint={ __(
					'1 to 63 letters, digits, hyphens and underscores, beginning with a letter or digit. It is part of the addresses of the API and cannot be changed.',
					'headless-deploy'
				) }
				value={ appId }
				onChange={ setAppId }
				error={ error }
				required
				autoComplete="off"
			/>
			<SelectControl
				__nextHasNoMarginBottom
				__next40pxDefaultSize
				label={ __( 'Region', 'headless-deploy' ) }
				help={ __( 'It cannot be changed later.', 'headless-deploy' ) }
				value={ region }
				options={ regions.map( ( { name, displayName } ) => ( {
					value: name,
					label: displayName,
				} ) ) }
				onChange={ setRegion }
			/>
			<div className="hd-form__end">
				<ActionButton
					variant="primary"
					type="submit"
					busy={ isPending }
				>
					{ __( 'Create app', 'headless-deploy' ) }
				</ActionButton>
				<LinkButton
					variant="tertiary"
					href={ addresses.apps( account ) }
				>
					{ __( 'Cancel', 'headless-deploy' ) }
				</LinkButton>
			</div>
		</form>
	);
}

export function NewApp( { account }: { account: string } ) {
	const regions = useHostQuery( {
		operation: 'listRegions',
		topics: [],
		key: {},
		read: ( client, signal ) => client.GET( '/v1/regions', { signal } ),
	} );
	return (
		<Page
			title={ __( 'New app', 'headless-deploy' ) }
			crumbs={ [ { name: account, href: addresses.apps( account ) } ] }
		>
			<Loaded query={ regions }>
				{ ( list ) => (
					<NewAppForm account={ account } regions={ list.regions } />
				) }
			</Loaded>
		</Page>
	);
}
