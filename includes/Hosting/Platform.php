<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting;

use HeadlessDeploy\Http\Answer;
use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Providers\Webhook_Url;

/**
 * Sends the requests of this plugin to the platform's API.
 *
 * @phpstan-import-type Target from Webhook_Url
 */
final class Platform {
	private const BUILDS = 10;

	public function __construct( private readonly Calls $calls ) {}

	/**
	 * Returns the URL of a build's page in the portal, with its log; empty if unknown. Only the reference API numbers
	 * its builds, and its portal has the same origin; the pages of other hosts are not documented.
	 *
	 * @param Target $target The environment, as its webhook names it.
	 */
	public static function page_of( Credentials $credentials, array $target, Build $build ): string {
		if ( 0 === $build->number ) {
			return '';
		}
		return sprintf(
			'%1$s/accounts/%2$s/apps/%3$s/environments/%4$s/builds/%5$d',
			self::portal( $credentials ),
			rawurlencode( $target['account'] ),
			rawurlencode( $target['app'] ),
			rawurlencode( $target['environment'] ),
			$build->number,
		);
	}

	/**
	 * Returns the address of the reference API's portal.
	 */
	public static function portal( Credentials $credentials ): string {
		return preg_replace( '#(?<=[^:/])/.*$#', '', $credentials->api_url ) . '/portal';
	}

	public function apps( Credentials $credentials, string $account ): Answer {
		return $this->get( $credentials, 'accounts/' . rawurlencode( $account ) . '/apps' );
	}

	/**
	 * @param Target $target The environment, as its webhook names it.
	 */
	public function builds( Credentials $credentials, array $target ): Answer {
		$path = sprintf(
			'accounts/%1$s/apps/%2$s/environments/%3$s/builds',
			rawurlencode( $target['account'] ),
			rawurlencode( $target['app'] ),
			rawurlencode( $target['environment'] ),
		);
		return $this->get( $credentials, $path . '?pageSize=' . self::BUILDS . '&orderBy=createTime%20desc' );
	}

	/**
	 * Reads the builds of a response, newest first.
	 *
	 * @param  Answer      $fetched Of `builds()`.
	 * @return list<Build>
	 */
	public static function builds_of( Answer $fetched ): array {
		$list = $fetched->json()['builds'] ?? null;
		return array_values( array_filter( array_map( Build::from_json( ... ), is_array( $list ) ? $list : array() ) ) );
	}

	private function get( Credentials $credentials, string $path ): Answer {
		return $this->calls->json( $credentials->api_url . '/v1/' . $path, $credentials->sign_in(), $credentials->secrets() );
	}
}
