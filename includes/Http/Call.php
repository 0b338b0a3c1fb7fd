<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use Closure;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Read_Failed;

/**
 * A prepared call of a run. It has everything but the environment, which may change until it is sent.
 */
final class Call {
	/**
	 * @param Closure(Environment): Response $send
	 */
	public function __construct( private readonly Closure $send ) {}

	/**
	 * Takes at most 15 seconds, a refresh that Purge Cache follows twice as long. Exceptions of other plugins' hooks are not
	 * caught here: the sender catches them and ends the run.
	 *
	 * @param  Environment $environment As the last check before the call read it.
	 * @throws Read_Failed When its webhook could not be read: nothing was sent.
	 */
	public function send( Environment $environment ): Response {
		return ( $this->send )( $environment );
	}
}
