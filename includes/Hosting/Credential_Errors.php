<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting;

/**
 * The messages of API credentials, their check, and builds. `Errors` uses them.
 */
final class Credential_Errors {
	public const STATUSES = array(
		'headless_deploy_api_url_invalid'         => 400,
		'headless_deploy_api_user_invalid'        => 400,
		'headless_deploy_api_password_missing'    => 400,
		'headless_deploy_credentials_locked'      => 409,
		'headless_deploy_credentials_missing'     => 404,
		'headless_deploy_credentials_super_admin' => 403,
	);

	/**
	 * @param array<string> $data
	 */
	public static function message( string $code, array $data ): ?string {
		return self::form_message( $code, $data ) ?? self::check_message( $code, $data ) ?? self::build_message( $code, $data );
	}

	/**
	 * @param array<string> $data
	 */
	private static function form_message( string $code, array $data ): ?string {
		return match ( $code ) {
			'headless_deploy_api_url_invalid'      => __( 'Not saved. This is not a valid API URL: it must begin with https:// and have no user name and no query, for example https://js.wpengineapi.com.', 'headless-deploy' ),
			'headless_deploy_api_user_invalid'     => __( 'Not saved. The API user is empty, or contains a colon or a line break. Copy it from the API access page of your hosting portal.', 'headless-deploy' ),
			'headless_deploy_api_password_missing' => __( 'Not saved. Enter the API password: it is required again when the URL or the user changes, so that the stored password is not sent to another server.', 'headless-deploy' ),
			/* translators: 1: name of a field. 2: name of a constant. */
			'headless_deploy_credentials_locked'      => sprintf( __( '“%1$s” is set by %2$s in wp-config.php, so it cannot be changed here. Nothing was saved. Change it there.', 'headless-deploy' ), $data['field'] ?? '', $data['constant'] ?? '' ),
			'headless_deploy_credentials_missing'     => __( 'No API credentials are stored. Enter the API user and its password under Connections.', 'headless-deploy' ),
			'headless_deploy_credentials_super_admin' => __( 'In a network, only super admins can enter or check API credentials. Ask a super admin.', 'headless-deploy' ),
			default                                   => null,
		};
	}

	/**
	 * @param array<string> $data
	 */
	private static function check_message( string $code, array $data ): ?string {
		$account = $data['account'] ?? '';
		return match ( $code ) {
			'headless_deploy_credentials_work' => sprintf(
				/* translators: 1: name of an account. 2: number of apps. */
				_n( 'The platform accepts these credentials: the account “%1$s” has %2$d app. Builds are now tracked.', 'The platform accepts these credentials: the account “%1$s” has %2$d apps. Builds are now tracked.', (int) ( $data['apps'] ?? 0 ), 'headless-deploy' ),
				$account,
				(int) ( $data['apps'] ?? 0 ),
			),
			'headless_deploy_credentials_refused' => __( 'The platform does not accept this user and password. Copy both again from the API access page of your hosting portal.', 'headless-deploy' ),
			/* translators: %s: name of an account. */
			'headless_deploy_credentials_no_account'     => sprintf( __( 'The platform accepts this user, but the user has no access to the account “%s”. Use an API user of that account.', 'headless-deploy' ), $account ),
			'headless_deploy_credentials_no_environment' => __( 'No connected environment belongs to the platform of this API. Connect one by its webhook URL first.', 'headless-deploy' ),
			/* translators: %s: host name. */
			'headless_deploy_credentials_unreachable' => sprintf( __( 'The API at “%s” did not respond. Compare the URL with your hosting portal, or try again later.', 'headless-deploy' ), $data['host'] ?? '' ),
			/* translators: %s: HTTP status code. */
			'headless_deploy_credentials_unclear'  => sprintf( __( 'The API returned an unexpected response (HTTP %s). Try again later. If the error persists, compare the URL with your hosting portal.', 'headless-deploy' ), $data['status'] ?? '' ),
			'headless_deploy_credentials_key_lost' => __( 'The stored API password cannot be read, because the encryption key of this site has changed. Enter it again.', 'headless-deploy' ),
			default                                => null,
		};
	}

	/**
	 * @param array<string> $data
	 */
	private static function build_message( string $code, array $data ): ?string {
		$name = $data['build'] ?? '';
		return match ( $code ) {
			/* translators: %s: name of a build. */
			'headless_deploy_build_failed' => sprintf( __( 'The host accepted the run, but its build “%s” failed. Visitors still see the previous version.', 'headless-deploy' ), $name ),
			/* translators: %s: name of a build. */
			'headless_deploy_build_canceled' => sprintf( __( 'The host accepted the run, but its build “%s” was canceled. Visitors still see the previous version.', 'headless-deploy' ), $name ),
			'headless_deploy_build_unseen'   => __( 'The host’s API does not respond, so the progress of the build is unknown. The build continues, and WordPress asks the API again.', 'headless-deploy' ),
			default                          => null,
		};
	}
}
