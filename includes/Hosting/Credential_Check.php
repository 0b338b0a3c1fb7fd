<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Http\Answer;
use HeadlessDeploy\Providers\Providers;

/**
 * Checks credentials by a read request: the apps of the environments' account.
 */
final class Credential_Check {
	public function __construct(
		private readonly Platform $platform,
		private readonly Environments $environments,
		private readonly Credential_Store $store,
		private readonly Clock $clock,
	) {}

	public function run( Credentials $credentials ): ?Credentials {
		$account = $this->account( $credentials );
		if ( '' === $account ) {
			return $this->store->note_check( $credentials, null, 'headless_deploy_credentials_no_environment', array(), $this->clock->now_ms() );
		}
		$fetched                     = $this->platform->apps( $credentials, $account );
		list( $works, $code, $data ) = $this->result( $fetched, $credentials, $account );
		return $this->store->note_check( $credentials, $works, $code, $data, $this->clock->now_ms() );
	}

	/**
	 * @return array{bool|null, string, array<string, string>} Whether they work, a code of Errors, and the values of its message.
	 */
	private function result( Answer $fetched, Credentials $credentials, string $account ): array {
		$apps = $fetched->json()['apps'] ?? null;
		return match ( true ) {
			$fetched->is_found() && is_array( $apps ) => array(
				true,
				'headless_deploy_credentials_work',
				array( 'account' => $account, 'apps' => (string) count( $apps ) ),
			),
			401 === $fetched->status                              => array( false, 'headless_deploy_credentials_refused', array() ),
			in_array( $fetched->status, array( 403, 404 ), true ) => array(
				false,
				'headless_deploy_credentials_no_account',
				array( 'account' => $account ),
			),
			0 === $fetched->status => array(
				null,
				'headless_deploy_credentials_unreachable',
				array( 'host' => (string) wp_parse_url( $credentials->api_url, PHP_URL_HOST ) ),
			),
			default => array(
				null,
				'headless_deploy_credentials_unclear',
				array( 'status' => (string) $fetched->status ),
			),
		};
	}

	/**
	 * Returns the account to check: that of an environment at the host of the API, else of any environment; empty for
	 * none.
	 */
	private function account( Credentials $credentials ): string {
		$own = array_filter(
			$this->environments->all(),
			static fn( Environment $one ): bool => Providers::WPE_HEADLESS === $one->provider && '' !== $one->target['account'],
		);
		$near = array_filter( $own, static fn( Environment $one ): bool => $credentials->is_for( $one->target ) );
		$one  = array_values( $near + $own )[0] ?? null;
		return $one->target['account'] ?? '';
	}
}
