<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Errors;

/**
 * The errors of the hosting account: credentials, the requests of the hosting screens, uploads.
 */
final class Hosting_Errors {
	/**
	 * @param array<string> $data Values that the message names.
	 */
	public static function entry( string $code, array $data ): ?Error_Entry {
		return match ( $code ) {
			// API credentials.
			'headless_deploy_api_url_invalid'      => new Error_Entry( __( 'Not saved. This is not a valid API URL: it must begin with https:// and have no user name and no query, for example https://js.wpengineapi.com.', 'headless-deploy' ), field: 'apiUrl' ),
			'headless_deploy_api_user_invalid'     => new Error_Entry( __( 'Not saved. The API user is empty, or contains a colon or a line break. Copy it from the API access page of your hosting portal.', 'headless-deploy' ), field: 'user' ),
			'headless_deploy_api_password_missing' => new Error_Entry( __( 'Not saved. Enter the API password: it is required again when the URL or the user changes, so that the stored password is not sent to another server.', 'headless-deploy' ), field: 'password' ),
			/* translators: 1: name of a field. 2: name of a constant. */
			'headless_deploy_credentials_locked'      => new Error_Entry( sprintf( __( '“%1$s” is set by %2$s in wp-config.php, so it cannot be changed here. Nothing was saved. Change it there.', 'headless-deploy' ), $data['field'] ?? '', $data['constant'] ?? '' ), status: 409 ),
			'headless_deploy_credentials_missing'     => new Error_Entry( __( 'No API credentials are stored. Enter the API user and its password under Connections.', 'headless-deploy' ), status: 404 ),
			'headless_deploy_credentials_super_admin' => new Error_Entry( __( 'In a network, only super admins can enter or check API credentials. Ask a super admin.', 'headless-deploy' ), status: 403 ),
			'headless_deploy_credentials_work'        => new Error_Entry(
				sprintf(
					/* translators: 1: name of an account. 2: number of apps. */
					_n( 'The platform accepts these credentials: the account “%1$s” has %2$d app. Builds are now tracked.', 'The platform accepts these credentials: the account “%1$s” has %2$d apps. Builds are now tracked.', (int) ( $data['apps'] ?? 0 ), 'headless-deploy' ),
					$data['account'] ?? '',
					(int) ( $data['apps'] ?? 0 ),
				),
				found_in: '`message` of the credentials',
			),
			'headless_deploy_credentials_refused' => new Error_Entry( __( 'The platform does not accept this user and password. Copy both again from the API access page of your hosting portal.', 'headless-deploy' ), status: 502 ),
			/* translators: %s: name of an account. */
			'headless_deploy_credentials_no_account'     => new Error_Entry( sprintf( __( 'The platform accepts this user, but the user has no access to the account “%s”. Use an API user of that account.', 'headless-deploy' ), $data['account'] ?? '' ), found_in: '`message` of the credentials' ),
			'headless_deploy_credentials_no_environment' => new Error_Entry( __( 'No connected environment belongs to the platform of this API. Connect one by its webhook URL first.', 'headless-deploy' ), found_in: '`message` of the credentials' ),
			/* translators: %s: host name. */
			'headless_deploy_credentials_unreachable' => new Error_Entry( sprintf( __( 'The API at “%s” did not respond. Check the URL in your hosting portal, or try again later.', 'headless-deploy' ), $data['host'] ?? '' ), status: 502 ),
			/* translators: %s: HTTP status code. */
			'headless_deploy_credentials_unclear'  => new Error_Entry( sprintf( __( 'The API returned an unexpected response (HTTP %s). Try again later. If the error persists, check the URL in your hosting portal.', 'headless-deploy' ), $data['status'] ?? '' ), status: 502 ),
			'headless_deploy_credentials_key_lost' => new Error_Entry( __( 'The stored API password cannot be read, because the encryption key of this site has changed. Enter it again.', 'headless-deploy' ), status: 409 ),
			// Requests to the host. Its 401 is no 401 of WordPress, whose user is signed in.
			'headless_deploy_hosting_super_admin'         => new Error_Entry( __( 'In a network, the hosting account is for super admins, and for administrators of the sites that HEADLESS_DEPLOY_API_SITES names. Ask a super admin.', 'headless-deploy' ), status: 403 ),
			'headless_deploy_hosting_operation_unknown'   => new Error_Entry( __( 'This request is not available in WordPress. Use the hosting portal instead.', 'headless-deploy' ), status: 404 ),
			'headless_deploy_hosting_environment_missing' => new Error_Entry( __( 'The request names no environment. Send a JSON object with account, app and environment.', 'headless-deploy' ) ),
			'headless_deploy_host_error'                  => new Error_Entry( $data['message'] ?? '', status: 502 ),
			'headless_deploy_host_lacks_route'            => new Error_Entry( __( 'This host does not offer this request. Use the hosting portal instead.', 'headless-deploy' ), status: 404 ),
			/* translators: %s: host name. */
			'headless_deploy_host_timeout'         => new Error_Entry( sprintf( __( 'The API at “%s” did not respond in time. It may have accepted the request. Reload the page to see the current state.', 'headless-deploy' ), $data['host'] ?? '' ), status: 504 ),
			'headless_deploy_host_webhook_invalid' => new Error_Entry( __( 'The host’s response contains no webhook of this environment, so nothing was connected. Copy the webhook URL from the hosting portal and paste it under Connections.', 'headless-deploy' ), status: 502 ),
			/* translators: %s: name of an environment. */
			'headless_deploy_other_host'             => new Error_Entry( sprintf( __( '“%s” belongs to another host than the API credentials. Use the portal of that host.', 'headless-deploy' ), $data['label'] ?? '' ), status: 409 ),
			'headless_deploy_refresh_secret_missing' => new Error_Entry( __( 'This environment has no secret for refresh requests. Generate one under Connections.', 'headless-deploy' ), status: 409 ),
			// Uploads.
			'headless_deploy_upload_fields_missing' => new Error_Entry( __( 'A field is missing. Send a JSON object with account, app, environment, fileName and size.', 'headless-deploy' ) ),
			/* translators: %s: size, for example 2 GB. */
			'headless_deploy_upload_too_large' => new Error_Entry( sprintf( __( 'The file is larger than %s. Leave node_modules and build results out of the zip.', 'headless-deploy' ), $data['limit'] ?? '' ), status: 413 ),
			/* translators: %s: number. */
			'headless_deploy_too_many_uploads'  => new Error_Entry( sprintf( __( 'You have %s unfinished uploads. Finish or discard one of them first.', 'headless-deploy' ), $data['limit'] ?? '' ), status: 409 ),
			'headless_deploy_upload_not_stored' => new Error_Entry( __( 'WordPress cannot write to the uploads folder, so nothing was uploaded. Check the folder’s permissions.', 'headless-deploy' ), status: 500 ),
			'headless_deploy_upload_no_space'   => new Error_Entry( __( 'The disk of the WordPress server is full, so the file cannot be stored. Free some space, then continue the upload.', 'headless-deploy' ), status: 507 ),
			'headless_deploy_unknown_upload'    => new Error_Entry( __( 'This upload does not exist, or another user started it. Start it again.', 'headless-deploy' ), status: 404 ),
			'headless_deploy_upload_busy'       => new Error_Entry( __( 'Another request is using this upload. Try again in a moment.', 'headless-deploy' ), status: 409 ),
			'headless_deploy_upload_offset'     => new Error_Entry( __( 'The chunk does not begin where the last one ended. Continue at the byte that the response names.', 'headless-deploy' ), status: 409 ),
			/* translators: %s: size, for example 4 MB. */
			'headless_deploy_upload_chunk_invalid' => new Error_Entry( sprintf( __( 'Invalid chunk. Send 1 byte to %s as application/octet-stream, with its offset in the query and within the size of the file.', 'headless-deploy' ), $data['limit'] ?? '' ) ),
			'headless_deploy_upload_ended'         => new Error_Entry(
				__( 'This upload is complete, so it accepts no more data.', 'headless-deploy' ),
				status: 409,
			),
			/* translators: 1: size that has arrived. 2: size of the whole file. */
			'headless_deploy_upload_incomplete' => new Error_Entry( sprintf( __( 'Only %1$s of %2$s have arrived. Continue the upload first.', 'headless-deploy' ), $data['received'] ?? '', $data['size'] ?? '' ), status: 409 ),
			/* translators: %s: name of a file. */
			'headless_deploy_upload_not_zip'     => new Error_Entry( sprintf( __( '“%s” is not a complete zip file, so nothing was sent. Create the zip again, then upload it.', 'headless-deploy' ), $data['name'] ?? '' ), status: 422 ),
			'headless_deploy_upload_interrupted' => new Error_Entry( __( 'WordPress stopped while it sent the file. The host may have received it. Check the builds, then send it again if there is no new one.', 'headless-deploy' ), found_in: '`message` of an upload' ),
			default                              => null,
		};
	}
}
