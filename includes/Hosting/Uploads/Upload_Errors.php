<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting\Uploads;

/**
 * The messages of uploads. `Hosting_Errors` uses them.
 */
final class Upload_Errors {
	public const STATUSES = array(
		'headless_deploy_too_many_uploads'  => 409,
		'headless_deploy_unknown_upload'    => 404,
		'headless_deploy_upload_busy'       => 409,
		'headless_deploy_upload_ended'      => 409,
		'headless_deploy_upload_incomplete' => 409,
		'headless_deploy_upload_no_space'   => 507,
		'headless_deploy_upload_not_stored' => 500,
		'headless_deploy_upload_not_zip'    => 422,
		'headless_deploy_upload_offset'     => 409,
		'headless_deploy_upload_too_large'  => 413,
	);

	/**
	 * @param array<string> $data
	 */
	public static function message( string $code, array $data ): ?string {
		return self::start_message( $code, $data ) ?? self::chunk_message( $code, $data ) ?? self::send_message( $code, $data );
	}

	/**
	 * @param array<string> $data
	 */
	private static function start_message( string $code, array $data ): ?string {
		return match ( $code ) {
			'headless_deploy_upload_fields_missing' => __( 'The request lacks a field. Send a JSON object with account, app, environment, fileName and size.', 'headless-deploy' ),
			/* translators: %s: size, for example 2 GB. */
			'headless_deploy_upload_too_large' => sprintf( __( 'The file is larger than %s. Leave node_modules and build results out of the zip.', 'headless-deploy' ), $data['limit'] ?? '' ),
			/* translators: %s: number. */
			'headless_deploy_too_many_uploads'  => sprintf( __( 'You have %s unfinished uploads. Finish or discard one of them first.', 'headless-deploy' ), $data['limit'] ?? '' ),
			'headless_deploy_upload_not_stored' => __( 'WordPress cannot write to the uploads folder, so nothing was uploaded. Check the folder’s permissions.', 'headless-deploy' ),
			'headless_deploy_upload_no_space'   => __( 'The disk of the WordPress server is full, so the file cannot be stored. Free some space, then continue the upload.', 'headless-deploy' ),
			default                             => null,
		};
	}

	/**
	 * @param array<string> $data
	 */
	private static function chunk_message( string $code, array $data ): ?string {
		return match ( $code ) {
			'headless_deploy_unknown_upload' => __( 'This upload does not exist, or another user started it. Start it again.', 'headless-deploy' ),
			'headless_deploy_upload_busy'    => __( 'Another request is using this upload. Try again in a moment.', 'headless-deploy' ),
			'headless_deploy_upload_offset'  => __( 'This part of the file does not follow the last one that arrived. Continue at the byte that the response names.', 'headless-deploy' ),
			/* translators: %s: size, for example 4 MB. */
			'headless_deploy_upload_chunk_invalid' => sprintf( __( 'This is not a part of the file. Send 1 byte to %s as application/octet-stream, with the offset in the query, and not more than the whole file.', 'headless-deploy' ), $data['limit'] ?? '' ),
			'headless_deploy_upload_ended'         => __( 'This upload is complete, so it accepts no more data.', 'headless-deploy' ),
			default                                => null,
		};
	}

	/**
	 * @param array<string> $data
	 */
	private static function send_message( string $code, array $data ): ?string {
		return match ( $code ) {
			/* translators: 1: size that has arrived. 2: size of the whole file. */
			'headless_deploy_upload_incomplete' => sprintf( __( 'Only %1$s of %2$s have arrived. Continue the upload first.', 'headless-deploy' ), $data['received'] ?? '', $data['size'] ?? '' ),
			/* translators: %s: name of a file. */
			'headless_deploy_upload_not_zip'     => sprintf( __( '“%s” is not a complete zip file, so nothing was sent. Create the zip again, then upload it.', 'headless-deploy' ), $data['name'] ?? '' ),
			'headless_deploy_upload_interrupted' => __( 'WordPress stopped while it sent the file. The host may have received it. Check the builds, then send it again if there is no new one.', 'headless-deploy' ),
			default                              => null,
		};
	}
}
