def loss_of(model, batch):
    latents, noise = batch["latents"], torch.randn_like(batch["latents"])
    # % if task.denoiser in ["unet", "unet-xl"]
    # The usual schedule of these models: noise is mixed in by the square roots of a cumulative product.
    betas = torch.linspace(0.00085**0.5, 0.012**0.5, 1000, device=latents.device) ** 2
    kept = torch.cumprod(1 - betas, dim=0)
    steps = torch.randint(1000, (len(latents),), device=latents.device)
    share = kept[steps].view(-1, 1, 1, 1)
    noisy = (share.sqrt() * latents + (1 - share).sqrt() * noise).to(latents.dtype)
    # % if task.denoiser == "unet-xl"
    height, width = IMAGE_SIZE
    sizes = torch.tensor([height, width, 0, 0, height, width], device=latents.device, dtype=latents.dtype).expand(len(latents), 6)
    conditions = {"text_embeds": batch["pooled"], "time_ids": sizes}
    out = model(noisy, steps, encoder_hidden_states=batch["text"], added_cond_kwargs=conditions, return_dict=False)[0]
    # % else
    out = model(noisy, steps, encoder_hidden_states=batch["text"], return_dict=False)[0]
    # % endif
    return F.mse_loss(out.float(), noise.float())
    # % else
    # Flow matching: the model learns the direction from the picture to noise.
    share = torch.rand(len(latents), device=latents.device)
    # % if task.denoiser == "sd3"
    mixed = share.view(-1, 1, 1, 1)
    noisy = ((1 - mixed) * latents + mixed * noise).to(latents.dtype)
    out = model(hidden_states=noisy, timestep=share * 1000, encoder_hidden_states=batch["text"], pooled_projections=batch["pooled"], return_dict=False)[0]
    # % else
    mixed = share.view(-1, 1, 1)
    noisy = ((1 - mixed) * latents + mixed * noise).to(latents.dtype)
    rows, columns = IMAGE_SIZE[0] // 16, IMAGE_SIZE[1] // 16
    places = torch.zeros(rows, columns, 3, device=latents.device)
    places[..., 1] += torch.arange(rows, device=latents.device)[:, None]
    places[..., 2] += torch.arange(columns, device=latents.device)[None]
    core = model.get_base_model() if hasattr(model, "get_base_model") else getattr(model, "module", model)
    guidance = torch.ones(len(latents), device=latents.device) if getattr(core.config, "guidance_embeds", False) else None
    out = model(
        hidden_states=noisy,
        timestep=share,
        encoder_hidden_states=batch["text"],
        pooled_projections=batch["pooled"],
        img_ids=places.flatten(0, 1),
        txt_ids=places.new_zeros(batch["text"].shape[1], 3),
        guidance=guidance,
        return_dict=False,
    )[0]
    # % endif
    return F.mse_loss(out.float(), (noise - latents).float())


# % endif
