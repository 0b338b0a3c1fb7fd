import { Notice, Spinner } from '@wordpress/components';
import type { ReactNode } from 'react';
import { __ } from '../i18n.ts';
import type { Settings } from '../../shared/wire.ts';
import { ActionButton } from '../components/action-button.tsx';
import type { ScreenProps } from '../mount-screen.tsx';
import { SiteTimeContext } from './site-time.ts';
import type { SettingsState } from './use-settings.ts';

interface Props extends ScreenProps {
	settingsState: SettingsState;
	/** Draws the screen when the settings are there. */
	children: ( settings: Settings ) => ReactNode;
}

/**
 * The frame of a screen of settings: they are being read, could not be read, or are there.
 */
export function SettingsFrame( {
	boot,
	store,
	settingsState,
	children,
}: Props ) {
	const { settings, error, reload } = settingsState;
	if ( settings !== null ) {
		const time = {
			nowMs: () => store.time.nowMs(),
			timeZone: boot.timeZone,
		};
		return (
			<SiteTimeContext.Provider value={ time }>
				{ children( settings ) }
			</SiteTimeContext.Provider>
		);
	}
	return error === '' ? (
		<Spinner />
	) : (
		<Notice
			className="headless-deploy-notice"
			status="error"
			isDismissible={ false }
		>
			<p>{ error }</p>
			<div className="headless-deploy-buttons">
				<ActionButton compact onClick={ () => void reload() }>
					{ __( 'Try again', 'headless-deploy' ) }
				</ActionButton>
			</div>
		</Notice>
	);
}
